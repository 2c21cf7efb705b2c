/**
 * A run's figures in Prometheus's format while it goes on. Open a {@link
 * dev.nacoscapacity.simulator.live.MetricsEndpoint}, and hand the {@link
 * dev.nacoscapacity.simulator.live.LiveMetrics} on it to the run as its progress.
 */
package dev.nacoscapacity.simulator.live;
