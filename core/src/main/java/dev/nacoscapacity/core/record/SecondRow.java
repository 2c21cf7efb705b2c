package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.RunStats;
import java.time.Instant;

/**
 * A second of a recorded run.
 *
 * @param time end of the second
 * @param seconds end of the second, since the run began
 * @param phase one of {@link Phases}; absent when no row contains it
 */
public record SecondRow(Instant time, double seconds, String phase, RunStats stats) {}
