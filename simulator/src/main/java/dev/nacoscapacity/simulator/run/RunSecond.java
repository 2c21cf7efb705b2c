package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.RunStats;

/**
 * The figures of one second of a run, for its observers.
 *
 * @param at end of the second, in seconds since the start of the run
 * @param phase one of {@link dev.nacoscapacity.core.record.Phases}
 * @param remainingSeconds of the phase; negative when the phase takes longer than expected
 * @param completed number of instances that the ramp of the phase has completed
 * @param instances of the fleet, or of the part of this process
 * @param connections open now
 * @param stats calls of the second, and what each node listed
 */
public record RunSecond(
    double at,
    String phase,
    double remainingSeconds,
    int completed,
    int instances,
    int connections,
    RunStats stats) {}
