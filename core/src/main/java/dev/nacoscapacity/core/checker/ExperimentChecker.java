package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that the cluster survived the faults: no more instances that kept beating were dropped
 * than in any run (or each returned within the hypothesis's tolerance), no stored data was lost,
 * the steady state returned with every node in service, and every broken node rejoined. A trial
 * proves nothing if no node was broken, if the broken node owned no instances, or if a hook did not
 * do its part. Of a trial that its own method cut short only what was lost counts.
 */
final class ExperimentChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Experiment experiment = run.experiment();
    Message problem = experiment == null ? null : experiment.problem();
    if (experiment == null || experiment.faults().isEmpty()) {
      return List.of(
          Reason.of(
              experiment != null && experiment.cutShort()
                  ? Severity.INTERRUPTED
                  : Severity.UNPROVEN,
              "nothingBroken",
              with("why", problem)));
    }
    if (problem != null && problem.code().equals(Experiment.HOOK_PROBLEM)) {
      return List.of(Reason.of(Severity.INTERRUPTED, "cutShort", with("why", problem)));
    }
    List<Reason> reasons = new ArrayList<>();
    if (experiment.faults().stream()
        .allMatch(fault -> fault.ownedInstances() != null && fault.ownedInstances() == 0)) {
      reasons.add(Reason.of(Severity.UNPROVEN, "ownedNothing"));
    }
    Loss loss = experiment.effects().loss();
    if (loss != null && loss.isDataLoss(experiment.design().hypothesis(), criteria.dropped())) {
      reasons.add(
          Reason.of(
              Severity.DROPPED,
              "dataLoss",
              with("dropped", loss.dropped())
                  .and("gapSeconds", run.workload().beatGapMs(criteria) / 1e3)
                  .and("awaySeconds", loss.awaySeconds())
                  .and("bound", criteria.dropped() == 0 ? null : criteria.dropped())));
    }
    experiment
        .effects()
        .data()
        .forEach(
            (kind, data) -> {
              if (data.left() != null && data.left() < data.stored()) {
                reasons.add(lost(kind, data));
              }
              if (!data.unread().isEmpty()) {
                reasons.add(
                    Reason.of(
                        Severity.UNPROVEN,
                        "storedDataUnread",
                        with("kind", kind).and("nodes", data.unread())));
              }
            });
    if (!experiment.cutShort()) {
      reasons.addAll(unrecovered(experiment));
    }
    if (problem != null) {
      reasons.add(
          Reason.of(
              experiment.cutShort() ? Severity.CUT_SHORT : Severity.RECOVERY,
              "cutShort",
              with("why", problem)));
    }
    return reasons;
  }

  private static List<Reason> unrecovered(Experiment experiment) {
    List<Reason> reasons = new ArrayList<>();
    if (experiment.effects().recovery() != null && !experiment.effects().recovery().recovered()) {
      reasons.add(
          Reason.of(
              Severity.RECOVERY,
              "notRecovered",
              with("why", experiment.effects().recovery().missed())));
    }
    for (Rejoin rejoin : experiment.effects().rejoin()) {
      rejoin
          .missingStep()
          .ifPresent(
              step ->
                  reasons.add(
                      Reason.of(
                          Severity.RECOVERY,
                          "notRejoined",
                          with("node", rejoin.node()).and("step", step))));
    }
    return reasons;
  }

  private static Reason lost(String kind, SurvivingData data) {
    return Reason.of(
        Severity.LOST_DATA,
        "storedDataGone",
        with("kind", kind)
            .and("stored", data.stored())
            .and("left", data.left())
            .and("node", data.node()));
  }
}
