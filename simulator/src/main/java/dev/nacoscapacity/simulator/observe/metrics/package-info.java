/**
 * The figures of a running run in Prometheus's format. Open a {@link
 * dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint}, and pass the {@link
 * dev.nacoscapacity.simulator.observe.metrics.LiveMetrics} on it to the run as its progress.
 */
package dev.nacoscapacity.simulator.observe.metrics;
