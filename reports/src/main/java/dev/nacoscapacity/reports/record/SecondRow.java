package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.RunStats;
import java.time.Instant;

/**
 * A second of a recorded run.
 *
 * @param time its end
 * @param seconds its end, since the run began
 * @param phase one of {@link Phases}; null when no row tells
 */
public record SecondRow(Instant time, double seconds, String phase, RunStats stats) {}
