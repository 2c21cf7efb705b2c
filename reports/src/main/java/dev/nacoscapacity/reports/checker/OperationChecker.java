package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.CallFigure;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Checks the bounds on calls: by default, each operation reached the required rate, its calls
 * succeeded, and beats were in time. A late beat endangers an instance. A late list is only late
 * news, and a long poll is slow by design.
 */
final class OperationChecker implements Checker {

  private final BiFunction<RunRecord, Criteria, List<Bound>> bounds;

  /**
   * @param bounds gives the bounds that apply to the calls of a run
   */
  OperationChecker(BiFunction<RunRecord, Criteria, List<Bound>> bounds) {
    this.bounds = bounds;
  }

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    return bounds.apply(run, criteria).stream()
        .filter(bound -> !bound.kept())
        .filter(bound -> bound.measured() != null || mustBeMeasured(bound, run, criteria))
        .map(bound -> reason(bound, run, criteria))
        .toList();
  }

  /** A bound that the user set must not pass without a measurement. */
  private static boolean mustBeMeasured(Bound bound, RunRecord run, Criteria criteria) {
    return criteria.isAsked(bound.criterion())
        && !bound.operation().isEmpty()
        && !EndChecker.endedEarly(run);
  }

  private static Reason reason(Bound bound, RunRecord run, Criteria criteria) {
    if (bound.measured() == null) {
      return Reason.of(
          Severity.UNPROVEN,
          "unmeasured",
          with("criterion", bound.criterion().name()).and("operation", bound.operation()));
    }
    Severity severity = Lateness.severity(bound, severity(bound, run), run, criteria);
    return switch (bound.criterion().figure()) {
      case ACHIEVED_SHARE -> rate(severity, bound, bound.calls(run), run);
      case FAILED_SHARE -> failures(severity, bound, bound.calls(run));
      default -> latency(severity, bound, bound.calls(run));
    };
  }

  private static Severity severity(Bound bound, RunRecord run) {
    return switch (bound.criterion().figure()) {
      // Clients that wait for answers also offer too little when there are too few of them.
      case ACHIEVED_SHARE -> run.closedLoop() ? Severity.UNPROVEN : Severity.RATE;
      case FAILED_SHARE -> Severity.ERRORS;
      default -> Severity.LATENCY;
    };
  }

  private static Reason failures(Severity severity, Bound bound, OperationResult calls) {
    Map.Entry<String, Long> worst =
        calls.failed().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return Reason.of(
        severity,
        "failures",
        with("operation", bound.operation())
            .and("failed", calls.failures())
            .and("calls", calls.achieved())
            .and("share", bound.measured())
            .and("bound", bound.bound())
            .and("reason", worst.getKey())
            .and("reasonCount", worst.getValue()));
  }

  /**
   * @param calls null when the bound is not on calls; there are no latency parts then
   */
  private static Reason latency(Severity severity, Bound bound, OperationResult calls) {
    CallFigure figure = bound.criterion().figure();
    Double retries = calls == null ? null : Bound.value(calls.retriesMs(), figure);
    return Reason.of(
        severity,
        calls == null ? "delay" : "latency",
        with("operation", bound.operation())
            .and("percentile", figure.percentile())
            .and("latency", bound.measured())
            .and("bound", bound.bound())
            .and("retries", retries == null || retries < 1 ? null : retries)
            .and("wait", part(calls, figure, OperationResult::poolWaitMs))
            .and("service", part(calls, figure, OperationResult::serviceMs)));
  }

  private static Double part(
      OperationResult calls, CallFigure figure, Function<OperationResult, Percentiles> part) {
    return calls == null ? null : Bound.value(part.apply(calls), figure);
  }

  private static Reason rate(Severity severity, Bound bound, OperationResult calls, RunRecord run) {
    double seconds = run.windowSeconds();
    return Reason.of(
        severity,
        "rate",
        with("operation", bound.operation())
            .and("achieved", calls.achieved() / seconds)
            .and("required", calls.required() / seconds)
            .and("share", bound.measured())
            .and("bound", bound.bound())
            .and("skipped", calls.skipped()));
  }
}
