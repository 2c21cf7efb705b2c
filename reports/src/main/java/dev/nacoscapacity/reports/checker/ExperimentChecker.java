package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Did the cluster come through: nothing dropped of what kept beating, or back as soon as the
 * hypothesis asks, the steady state back with every node in service, every broken node rejoined. A
 * trial that broke nothing, or a node that owned nothing, says nothing.
 */
final class ExperimentChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Experiment experiment = run.experiment();
    List<Reason> reasons = new ArrayList<>();
    if (experiment == null || experiment.faults().isEmpty()) {
      reasons.add(unproven("nothingBroken", nothingBroken(experiment)));
      return reasons;
    }
    if (experiment.problem() != null) {
      reasons.add(unproven("cutShort", "The trial was cut short: " + experiment.problem() + "."));
    }
    if (ownedNothing(experiment)) {
      reasons.add(
          unproven("ownedNothing", "What was broken owned no instance: this trial shows nothing."));
    }
    if (experiment.loss() != null && experiment.loss().isDataLoss(experiment.hypothesis())) {
      reasons.add(
          new Reason(
              Severity.DROPPED,
              "dataLoss",
              Words.of(
                  "Instances went missing or unhealthy %,d times on a node in service, although "
                      + "their own beats were written at most %.0f s apart, and some were away for "
                      + "%.0f s: data loss.",
                  experiment.loss().dropped(),
                  criteria.beatGapMs(run.workload().protocol()) / 1e3,
                  experiment.loss().awaySeconds())));
    }
    if (experiment.recovery() != null && !experiment.recovery().recovered()) {
      reasons.add(
          new Reason(
              Severity.RECOVERY,
              "notRecovered",
              "Not recovered: in the last stretch " + experiment.recovery().missed() + "."));
    }
    experiment.rejoin().stream()
        .map(ExperimentChecker::stayedAway)
        .filter(Objects::nonNull)
        .forEach(reasons::add);
    return reasons;
  }

  private static String nothingBroken(Experiment experiment) {
    String why = experiment == null ? null : experiment.problem();
    return "Nothing was broken" + (why == null ? "." : ": " + why + ".");
  }

  private static boolean ownedNothing(Experiment experiment) {
    return experiment.faults().stream()
        .allMatch(fault -> fault.ownedInstances() != null && fault.ownedInstances() == 0);
  }

  private static Reason unproven(String code, String text) {
    return new Reason(Severity.UNPROVEN, code, text);
  }

  private static Reason stayedAway(Rejoin rejoin) {
    String missing =
        rejoin.processSeconds() == null
            ? "it never answered"
            : rejoin.upSeconds() == null
                ? "not every member called it UP"
                : rejoin.raftSeconds() == null
                    ? "it did not name the raft leader of the others"
                    : rejoin.equalSeconds() == null ? "it did not show the fleet" : null;
    return missing == null
        ? null
        : new Reason(
            Severity.RECOVERY, "notRejoined", rejoin.node() + " did not rejoin: " + missing + ".");
  }
}
