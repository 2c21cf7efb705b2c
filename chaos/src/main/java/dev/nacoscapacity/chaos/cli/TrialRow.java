package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;

/**
 * A trial in a {@code study.json} of kind {@code experiment} or {@code safe-capacity}; everything
 * else is in the record of the run.
 *
 * @param instances of the fleet
 * @param nodes that were broken
 * @param seconds from the first fault to the steady state; null when that did not return
 * @param sinceHealSeconds seconds from the last heal to the steady state of every node
 * @param reasons against a pass
 */
record TrialRow(
    int instances,
    Status status,
    List<String> nodes,
    Double seconds,
    Double sinceHealSeconds,
    List<Reason> reasons) {

  static TrialRow of(RunRecord run) {
    Experiment experiment = run.experiment();
    Experiment.Recovery recovery = experiment == null ? null : experiment.effects().recovery();
    return new TrialRow(
        run.workload().instances(),
        run.verdict().status(),
        experiment == null
            ? List.of()
            : experiment.faults().stream().map(Experiment.Fault::node).toList(),
        recovery == null ? null : recovery.seconds(),
        recovery == null ? null : recovery.sinceHealSeconds(),
        run.verdict().reasons());
  }
}
