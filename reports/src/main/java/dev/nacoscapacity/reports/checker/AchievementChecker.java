package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/** Did each operation reach the rate that the fleet required. */
final class AchievementChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    List<Reason> reasons = new ArrayList<>();
    run.operations()
        .forEach(
            (name, operation) -> {
              if (operation.achieved() < criteria.achievedShare() * operation.required()) {
                reasons.add(
                    new Reason(
                        Severity.RATE,
                        name + "Rate",
                        sentence(name, operation, run.windowSeconds(), criteria)));
              }
            });
    return reasons;
  }

  private static String sentence(
      String name, OperationResult operation, double windowSeconds, Criteria criteria) {
    return Words.of(
        "%s: %,.1f calls/s of the required %,.1f were achieved, %s (bound %s); %,d slots were "
            + "missed.",
        name,
        operation.achieved() / windowSeconds,
        operation.required() / windowSeconds,
        Words.percent((double) operation.achieved() / operation.required()),
        Words.percent(criteria.achievedShare()),
        operation.skipped());
  }
}
