package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Were calls answered as they should be. */
final class FailureChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    List<Reason> reasons = new ArrayList<>();
    run.operations()
        .forEach(
            (name, operation) -> {
              if (operation.failures() > criteria.failedShare() * ended(operation)) {
                reasons.add(
                    new Reason(
                        Severity.ERRORS,
                        name + "Failures",
                        sentence(name, operation, criteria.failedShare())));
              }
            });
    return reasons;
  }

  private static String sentence(String name, OperationResult operation, double bound) {
    Map.Entry<String, Long> most =
        operation.failed().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return Words.of(
        "%s: %,d of %,d calls failed, %s (bound %s); most often \"%s\" (%,d).",
        name,
        operation.failures(),
        ended(operation),
        Words.percent((double) operation.failures() / ended(operation)),
        Words.percent(bound),
        most.getKey(),
        most.getValue());
  }

  private static long ended(OperationResult operation) {
    return operation.ok() + operation.failures();
  }
}
