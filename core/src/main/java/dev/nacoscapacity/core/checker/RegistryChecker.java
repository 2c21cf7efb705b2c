package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.util.stream.Collectors.partitioningBy;

import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Checks that every node listed the whole fleet throughout the window, and that every subscriber
 * and listener was told of what changed.
 */
final class RegistryChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria bounds) {
    List<Reason> reasons = new ArrayList<>();
    changes(run, bounds, reasons);
    RegistryResult registry = run.registry();
    if (registry != null) {
      lists(registry, run, bounds, reasons);
    }
    return reasons;
  }

  /** After an early end subscribers had not had the time that every change is given. */
  private static void changes(RunRecord run, Criteria bounds, List<Reason> reasons) {
    if (run.undeliveredChanges() > bounds.undeliveredChanges() && !EndChecker.endedEarly(run)) {
      reasons.add(
          Reason.of(
              Lateness.severity(Severity.UNDELIVERED, run, bounds),
              Criterion.UNDELIVERED_CHANGES,
              with("count", run.undeliveredChanges())
                  .and("bound", unlessZero(bounds.undeliveredChanges()))));
    }
  }

  private static void lists(
      RegistryResult registry, RunRecord run, Criteria bounds, List<Reason> reasons) {
    if (registry.keptBeatingYetDropped() > bounds.dropped()) {
      reasons.add(
          Reason.of(
              Severity.DROPPED,
              "keptBeatingYetDropped",
              with("count", registry.keptBeatingYetDropped())
                  .and("gapSeconds", run.workload().beatGapMs(bounds) / 1e3)
                  .and("bound", unlessZero(bounds.dropped()))));
    }
    if (registry.neverAppeared() > bounds.neverAppeared()) {
      reasons.add(
          Reason.of(
              Severity.NEVER_APPEARED,
              "neverAppeared",
              with("count", registry.neverAppeared())
                  .and("bound", unlessZero(bounds.neverAppeared()))));
    }
    if (!registry.complete() && !EndChecker.endedEarly(run)) {
      reasons.add(
          Reason.of(
              Lateness.severity(Severity.MISSING, run, bounds),
              "neverComplete",
              neverComplete(run.measuredInstances(), registry)));
    }
    RegistryCount.JUDGED.forEach(figure -> count(run, figure, bounds, reasons));
    if (registry.unswept() != null && registry.unswept() > 0) {
      reasons.add(Reason.of(Severity.UNPROVEN, "unswept", with("reads", registry.unswept())));
    }
  }

  /** States only what was observed; the generator may be at fault. */
  private static Arguments neverComplete(int instances, RegistryResult registry) {
    RegistryStats worst = registry.worst();
    boolean partial = worst.count(RegistryCount.EXPECTED) < instances;
    List<String> unread =
        registry.byNode().entrySet().stream()
            .filter(node -> !node.getValue().has(RegistryCount.PRESENT))
            .map(Map.Entry::getKey)
            .toList();
    return with("registered", partial ? worst.count(RegistryCount.EXPECTED) : null)
        .and("instances", partial ? instances : null)
        .and("present", worst.get(RegistryCount.PRESENT))
        .and("healthy", worst.get(RegistryCount.HEALTHY))
        .and("unread", !worst.has(RegistryCount.PRESENT) || unread.isEmpty() ? null : unread);
  }

  /** Compares one figure with its bound, and names the worst nodes. */
  private static void count(
      RunRecord run, RegistryCount figure, Criteria bounds, List<Reason> reasons) {
    RegistryResult registry = run.registry();
    long worst = registry.worst().count(figure);
    long most = bounds.bound(figure).orElse(Long.MAX_VALUE);
    if (worst <= most) {
      return;
    }
    Arguments arguments =
        with("count", worst)
            .and("expected", registry.worst().count(RegistryCount.EXPECTED))
            .and("bound", unlessZero(most));
    where(registry, figure, arguments);
    reasons.add(Reason.of(severity(figure, run, bounds), figure.column(), arguments));
  }

  /** The severity of a broken bound on one of the figures. */
  static Severity severity(Bound bound, RunRecord run, Criteria criteria) {
    RegistryCount figure =
        RegistryCount.JUDGED.stream()
            .filter(each -> each.column().equals(bound.criterion().name()))
            .findFirst()
            .orElseThrow();
    return severity(figure, run, criteria);
  }

  private static Severity severity(RegistryCount figure, RunRecord run, Criteria criteria) {
    return figure == RegistryCount.UNKNOWN
        ? Severity.UNPROVEN
        : Lateness.severity(figure, severity(figure), run, criteria);
  }

  private static Severity severity(RegistryCount figure) {
    return switch (figure) {
      case UNKNOWN_INSTANCE_BEATS -> Severity.UNKNOWN_INSTANCE;
      case MISSING -> Severity.MISSING;
      case UNHEALTHY -> Severity.UNHEALTHY;
      case STALE -> Severity.STALE;
      case DIVERGENT -> Severity.DIVERGENT;
      default -> throw new IllegalArgumentException(figure + " is not judged");
    };
  }

  /** Names the nodes with at least half of the maximum, or none when all nodes have that many. */
  private static void where(RegistryResult registry, RegistryCount figure, Arguments arguments) {
    ToLongFunction<Map.Entry<String, RegistryStats>> count = node -> node.getValue().count(figure);
    long most = registry.byNode().entrySet().stream().mapToLong(count).max().orElse(0);
    Map<Boolean, List<Map.Entry<String, RegistryStats>>> bad =
        registry.byNode().entrySet().stream()
            .collect(partitioningBy(node -> 2 * count.applyAsLong(node) >= most));
    if (!bad.get(false).isEmpty()) {
      long others = bad.get(false).stream().mapToLong(count).max().orElse(0);
      arguments
          .and("nodes", bad.get(true).stream().map(Map.Entry::getKey).toList())
          .and("others", unlessZero(others));
    }
  }

  /** A bound of 0, the default, is not named. */
  private static Long unlessZero(long value) {
    return value == 0 ? null : value;
  }
}
