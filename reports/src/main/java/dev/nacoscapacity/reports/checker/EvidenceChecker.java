package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/** Checks that enough was recorded: a run must not pass on figures that were not measured. */
final class EvidenceChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (EndChecker.endedEarly(run)) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (Math.round(run.windowSeconds()) < criteria.minWindowSeconds()) {
      reasons.add(
          Reason.of(
              Severity.UNPROVEN,
              "shortWindow",
              with("window", run.windowSeconds()).and("least", criteria.minWindowSeconds())));
    }
    if (run.requests(OperationResult::required) == 0) {
      reasons.add(Reason.of(Severity.UNPROVEN, "noCalls"));
    }
    if (run.registry() == null) {
      reasons.add(Reason.of(Severity.UNPROVEN, "registryUnread"));
    }
    if (run.generator() == null || run.generator().lagMs() == null) {
      reasons.add(Reason.of(Severity.UNPROVEN, "generatorUnread"));
    }
    return reasons;
  }
}
