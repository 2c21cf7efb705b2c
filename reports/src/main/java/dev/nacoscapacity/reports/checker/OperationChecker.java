package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Did each operation reach the rate that the fleet required, and were its calls answered as they
 * should be. Latency is asked of beats alone: a late beat endangers an instance, while a late list
 * is late news, and a long poll is slow by design.
 */
final class OperationChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    List<Reason> reasons = new ArrayList<>();
    run.operations()
        .forEach(
            (name, operation) -> {
              failures(name, operation, criteria.failedShare(), reasons);
              if (Operation.BEAT.names(name)) {
                latency(name, operation, criteria.beatP99Ms(), reasons);
              }
              rate(name, operation, run.windowSeconds(), criteria.achievedShare(), reasons);
            });
    return reasons;
  }

  private static void failures(
      String name, OperationResult operation, double most, List<Reason> reasons) {
    long ended = operation.ok() + operation.failures();
    if (operation.failures() <= most * ended) {
      return;
    }
    Map.Entry<String, Long> worst =
        operation.failed().entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    reasons.add(
        Reason.of(
            Severity.ERRORS,
            "failures",
            with("operation", name)
                .and("failed", operation.failures())
                .and("calls", ended)
                .and("share", (double) operation.failures() / ended)
                .and("bound", most)
                .and("reason", worst.getKey())
                .and("reasonCount", worst.getValue())));
  }

  private static void latency(
      String name, OperationResult operation, double most, List<Reason> reasons) {
    Double p99 = p99(operation.latencyMs());
    if (p99 == null || p99 <= most) {
      return;
    }
    Double retries = p99(operation.retriesMs());
    reasons.add(
        Reason.of(
            Severity.LATENCY,
            "beatLatency",
            with("operation", name)
                .and("p99", p99)
                .and("bound", most)
                .and("retries", retries == null || retries < 1 ? null : retries)
                .and("wait", p99(operation.poolWaitMs()))
                .and("service", p99(operation.serviceMs()))));
  }

  private static Double p99(Percentiles part) {
    return part == null ? null : part.p99();
  }

  private static void rate(
      String name, OperationResult operation, double seconds, double least, List<Reason> reasons) {
    if (operation.achieved() >= least * operation.required()) {
      return;
    }
    reasons.add(
        Reason.of(
            Severity.RATE,
            "rate",
            with("operation", name)
                .and("achieved", operation.achieved() / seconds)
                .and("required", operation.required() / seconds)
                .and("share", (double) operation.achieved() / operation.required())
                .and("bound", least)
                .and("skipped", operation.skipped())));
  }
}
