/**
 * A run's figures in Prometheus's format while it goes on. Open a {@link
 * dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint}, and hand the {@link
 * dev.nacoscapacity.simulator.observe.metrics.LiveMetrics} on it to the run as its progress.
 */
package dev.nacoscapacity.simulator.observe.metrics;
