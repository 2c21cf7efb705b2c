package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Kept;
import dev.nacoscapacity.reports.experiment.Experiment.Loss;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.reports.text.Message;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Did the cluster come through: nothing dropped of what kept beating, or back as soon as the
 * hypothesis asks, all there that an operator had stored, the steady state back with every node in
 * service, every broken node rejoined. A trial that broke nothing, or a node that owned nothing,
 * shows nothing.
 */
final class ExperimentChecker implements Checker {

  /** What was done to the cluster is not what the method says, so nothing follows from the rest. */
  private static final String HOOK = "trial.hook";

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Experiment experiment = run.experiment();
    Message problem = experiment == null ? null : experiment.problem();
    if (experiment == null || experiment.faults().isEmpty()) {
      return List.of(Reason.of(Severity.UNPROVEN, "nothingBroken", with("why", problem)));
    }
    if (problem != null && problem.code().equals(HOOK)) {
      return List.of(Reason.of(Severity.INTERRUPTED, "cutShort", with("why", problem)));
    }
    List<Reason> reasons = new ArrayList<>();
    if (problem != null) {
      reasons.add(Reason.of(Severity.UNPROVEN, "cutShort", with("why", problem)));
    }
    if (experiment.faults().stream()
        .allMatch(fault -> fault.ownedInstances() != null && fault.ownedInstances() == 0)) {
      reasons.add(Reason.of(Severity.UNPROVEN, "ownedNothing"));
    }
    Loss loss = experiment.loss();
    if (loss != null && loss.isDataLoss(experiment.hypothesis())) {
      reasons.add(
          Reason.of(
              Severity.DROPPED,
              "dataLoss",
              with("dropped", loss.dropped())
                  .and(
                      "gapSeconds", criteria.beatGapMs(run.workload().speaks(Transport.GRPC)) / 1e3)
                  .and("awaySeconds", loss.awaySeconds())));
    }
    experiment
        .data()
        .forEach(
            (kind, kept) -> {
              if (kept.left() < kept.stored()) {
                reasons.add(lost(kind, kept));
              }
            });
    if (experiment.recovery() != null && !experiment.recovery().recovered()) {
      reasons.add(
          Reason.of(
              Severity.RECOVERY, "notRecovered", with("why", experiment.recovery().missed())));
    }
    for (Rejoin rejoin : experiment.rejoin()) {
      String step = missingStep(rejoin);
      if (step != null) {
        reasons.add(
            Reason.of(
                Severity.RECOVERY, "notRejoined", with("node", rejoin.node()).and("step", step)));
      }
    }
    return reasons;
  }

  private static Reason lost(String kind, Kept kept) {
    return Reason.of(
        Severity.LOST_DATA,
        "storedDataGone",
        with("kind", kind)
            .and("stored", kept.stored())
            .and("left", kept.left())
            .and("node", kept.node()));
  }

  /** The first step of the node's return that did not happen; null when all did. */
  private static String missingStep(Rejoin rejoin) {
    if (rejoin.processSeconds() == null) {
      return "process";
    }
    if (rejoin.upSeconds() == null) {
      return "up";
    }
    if (rejoin.raftSeconds() == null) {
      return "raft";
    }
    return rejoin.equalSeconds() == null ? "equal" : null;
  }
}
