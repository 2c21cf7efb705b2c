package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/** Is there enough to go by: what was not measured must not pass. */
final class EvidenceChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (EndChecker.endedEarly(run)) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (Math.round(run.windowSeconds()) < criteria.minWindowSeconds()) {
      reasons.add(
          unproven(
              "shortWindow",
              Words.of(
                  "The judged window was %.0f s long, and a pass needs %.0f s: an instance expires "
                      + "only after 15 s to 35 s.",
                  run.windowSeconds(), criteria.minWindowSeconds())));
    }
    if (run.requests(OperationResult::required) == 0) {
      reasons.add(unproven("noCalls", "No call fell due in the judged window."));
    }
    if (run.registry() == null) {
      reasons.add(unproven("registryUnread", "What the registry held was not recorded."));
    }
    if (run.generator() == null || run.generator().lagMs() == null) {
      reasons.add(unproven("generatorUnread", "The generator's lag was not recorded."));
    }
    return reasons;
  }

  private static Reason unproven(String code, String text) {
    return new Reason(Severity.UNPROVEN, code, text);
  }
}
