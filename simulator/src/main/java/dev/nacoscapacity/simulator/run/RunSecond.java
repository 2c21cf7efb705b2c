package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.RunStats;

/**
 * A second of a run, as those who watch it see it.
 *
 * @param at its end, in seconds since the run began
 * @param phase one of {@link dev.nacoscapacity.reports.record.Phases}
 * @param remainingSeconds of the phase; negative when it takes longer than expected
 * @param done instances that the phase's rollout is done with
 * @param instances of the fleet, or of this process's part of it
 * @param connections open now
 * @param stats what became of the calls of the second, and what each node listed
 */
public record RunSecond(
    double at,
    String phase,
    double remainingSeconds,
    int done,
    int instances,
    int connections,
    RunStats stats) {}
