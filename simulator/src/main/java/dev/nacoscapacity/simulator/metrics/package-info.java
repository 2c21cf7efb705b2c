/**
 * The figures of a running run for monitoring systems, which scrape them. Open {@link
 * dev.nacoscapacity.simulator.metrics.SessionMetrics}, and pass the {@link
 * dev.nacoscapacity.simulator.metrics.LiveMetrics} of each run to it as its progress.
 */
package dev.nacoscapacity.simulator.metrics;
