package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RunStats;

/**
 * A run whose fleet has gone.
 *
 * @param record with the measurements and notes of its host; without verdict and servers
 * @param measured the figures of its window
 */
record FinishedRun(RunRecord record, RunStats measured) {}
