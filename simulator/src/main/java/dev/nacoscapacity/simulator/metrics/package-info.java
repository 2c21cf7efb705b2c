/**
 * The figures of a running run in Prometheus's format. Open a {@link
 * dev.nacoscapacity.simulator.metrics.MetricsEndpoint}, and pass the {@link
 * dev.nacoscapacity.simulator.metrics.LiveMetrics} on it to the run as its progress.
 */
package dev.nacoscapacity.simulator.metrics;
