package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.RunStats;
import org.HdrHistogram.AbstractHistogram;

/**
 * A line of {@code latency.hlog}.
 *
 * @param tag {@code <operation>.<part>}; see {@link RunStats#histograms}
 * @param fromSeconds since the run began
 * @param toSeconds since the run began
 * @param micros the values of this interval only, in microseconds
 */
public record HistogramInterval(
    String tag, double fromSeconds, double toSeconds, AbstractHistogram micros) {}
