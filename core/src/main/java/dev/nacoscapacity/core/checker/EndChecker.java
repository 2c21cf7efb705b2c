package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.List;

/** Checks that the run reached its planned end. */
final class EndChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (run.guardStop() != null) {
      return List.of(Reason.of(Severity.HARM, "guardStop", with("why", run.guardStop())));
    }
    if (run.generatorStop() != null) {
      return List.of(
          Reason.of(Severity.INTERRUPTED, "generatorStop", with("why", run.generatorStop())));
    }
    if (run.gatewayStop() != null) {
      return List.of(
          Reason.of(Severity.INTERRUPTED, "gatewayStop", with("why", run.gatewayStop())));
    }
    if (run.abort() != null) {
      Severity severity = severity(Bound.of(run.abort()), run, criteria);
      return List.of(Reason.of(severity, "aborted", run.abort().arguments()));
    }
    if (run.interrupted()) {
      return List.of(
          Reason.of(Severity.INTERRUPTED, "interrupted", with("seconds", run.durationSeconds())));
    }
    return List.of();
  }

  /** That of the bound: a run that it ended is not too short to fail. */
  private static Severity severity(Bound bound, RunRecord run, Criteria criteria) {
    return bound.criterion().isOnCalls()
        ? OperationChecker.severity(bound, run, criteria)
        : RegistryChecker.severity(bound, run, criteria);
  }

  /** Whether the run stopped early, which explains what is absent from the record. */
  static boolean endedEarly(RunRecord run) {
    return run.interrupted()
        || run.guardStop() != null
        || run.generatorStop() != null
        || run.gatewayStop() != null
        || run.abort() != null;
  }
}
