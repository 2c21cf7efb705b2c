package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.verdict.CallFigure;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
        .filter(bound -> bound.measured().isPresent() || mustBeMeasured(bound, run, criteria))
        .flatMap(bound -> reasons(bound, run, criteria))
        .toList();
  }

  /** A bound that the user set must not pass without a measurement. */
  private static boolean mustBeMeasured(Bound bound, RunRecord run, Criteria criteria) {
    return criteria.isAsked(bound.criterion())
        && !bound.operation().isEmpty()
        && !EndChecker.endedEarly(run);
  }

  private static Stream<Reason> reasons(Bound bound, RunRecord run, Criteria criteria) {
    if (bound.measured().isEmpty()) {
      return Stream.of(
          Reason.of(
              Severity.UNPROVEN,
              "unmeasured",
              with("criterion", bound.criterion().name()).and("operation", bound.operation())));
    }
    Severity severity = severity(bound, run, criteria);
    return switch (bound.figure()) {
      case ACHIEVED_SHARE -> Stream.of(rate(severity, bound, bound.calls(run).orElseThrow(), run));
      case FAILED_SHARE -> failures(severity, bound, bound.calls(run).orElseThrow());
      default -> Stream.of(latency(severity, bound, bound.calls(run)));
    };
  }

  /** The severity of a broken bound. */
  static Severity severity(Bound bound, RunRecord run, Criteria criteria) {
    Severity usual =
        switch (bound.figure()) {
          // Clients that wait for answers also offer too little when there are too few of them.
          case ACHIEVED_SHARE -> run.source().closedLoop() ? Severity.UNPROVEN : Severity.RATE;
          case FAILED_SHARE -> Severity.ERRORS;
          default -> Severity.LATENCY;
        };
    return Lateness.severity(bound, usual, run, criteria);
  }

  /**
   * The registry answers for the calls that reached it; what else breaks the bound is the
   * gateway's, which excuses a loss of instances only where it refused what they live by.
   */
  private static Stream<Reason> failures(Severity severity, Bound bound, OperationResult calls) {
    long refused = GatewayAnswer.refusals(calls.failed());
    long failed = calls.failures() - refused;
    long reached = calls.achieved() - refused;
    boolean ofRegistry = failed > 0 && breaks(bound, failed, reached);
    Stream.Builder<Reason> reasons = Stream.builder();
    boolean ofGateway = breaks(bound, refused, calls.achieved());
    if (refused > 0 && (!ofRegistry || ofGateway)) {
      boolean vital = ofGateway && Operation.isVital(bound.operation());
      reasons.add(
          Reason.of(
              vital ? Severity.GATEWAY : Severity.UNPROVEN,
              "gatewayRefused",
              share(bound, calls.failures(), calls.achieved(), calls, GatewayAnswer::refused)
                  .and("refused", refused)));
    }
    if (ofRegistry) {
      reasons.add(
          Reason.of(
              severity,
              "failures",
              share(bound, failed, reached, calls, reason -> !GatewayAnswer.refused(reason))));
    }
    return reasons.build();
  }

  private static boolean breaks(Bound bound, long failed, long calls) {
    return !bound.criterion().keeps((double) failed / calls, bound.bound());
  }

  private static Arguments share(
      Bound bound, long failed, long of, OperationResult calls, Predicate<String> counted) {
    Map.Entry<String, Long> worst =
        calls.failed().entrySet().stream()
            .filter(failure -> counted.test(failure.getKey()))
            .max(Map.Entry.comparingByValue())
            .orElseThrow();
    return with("operation", bound.operation())
        .and("failed", failed)
        .and("calls", of)
        .and("share", (double) failed / of)
        .and("bound", bound.bound())
        .and("reason", worst.getKey())
        .and("reasonCount", worst.getValue());
  }

  /**
   * @param calls empty when the bound is not on calls; there are no latency parts then
   */
  private static Reason latency(Severity severity, Bound bound, Optional<OperationResult> calls) {
    CallFigure figure = bound.figure();
    Optional<Double> wait = part(calls, figure, OperationResult::poolWaitMs);
    Optional<Double> service = part(calls, figure, OperationResult::serviceMs);
    // The calls of a JTL have no parts.
    boolean parts = wait.isPresent() || service.isPresent();
    return Reason.of(
        severity,
        calls.isEmpty() ? "delay" : parts ? "latency" : "wholeLatency",
        with("operation", bound.operation())
            .and("percentile", figure.label())
            .and("latency", bound.measured())
            .and("bound", bound.bound())
            .and(
                "retries",
                part(calls, figure, OperationResult::retriesMs).filter(retries -> retries >= 1))
            .and("wait", wait)
            .and("service", service));
  }

  private static Optional<Double> part(
      Optional<OperationResult> calls,
      CallFigure figure,
      Function<OperationResult, Percentiles> part) {
    return calls.map(part).map(percentiles -> Bound.value(percentiles, figure));
  }

  private static Reason rate(Severity severity, Bound bound, OperationResult calls, RunRecord run) {
    double seconds = run.windowSeconds();
    Arguments rate =
        with("operation", bound.operation())
            .and("achieved", calls.achieved() / seconds)
            .and("required", calls.required() / seconds)
            .and("share", bound.measured())
            .and("bound", bound.bound())
            .and("skipped", calls.skipped());
    if (run.api().isPresent() && calls.skipped() > 0 && calls.serviceMs() != null) {
      int clients = run.workload().instances();
      double service = calls.serviceMs().mean();
      rate.and("clients", clients).and("service", service).and("most", clients * 1e3 / service);
    }
    return Reason.of(severity, "rate", rate);
  }
}
