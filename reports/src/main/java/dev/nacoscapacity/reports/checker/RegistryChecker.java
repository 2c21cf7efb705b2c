package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;
import static java.util.stream.Collectors.partitioningBy;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.text.Arguments;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Did the registry hold the fleet, on every node and all the time. */
final class RegistryChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria bounds) {
    Registry registry = run.registry();
    if (registry == null || registry.counts() == null) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (registry.keptBeatingYetDropped() > bounds.dropped()) {
      reasons.add(
          Reason.of(
              Severity.DROPPED,
              "keptBeatingYetDropped",
              with("count", registry.keptBeatingYetDropped())
                  .and("gapSeconds", bounds.beatGapMs(run.workload().protocol()) / 1e3)
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
              Severity.MISSING,
              "neverComplete",
              neverComplete(run.workload().instances(), registry)));
    }
    count(
        registry,
        Severity.UNKNOWN_INSTANCE,
        "unknownInstanceBeats",
        Counts::lost,
        bounds.lost(),
        reasons);
    count(registry, Severity.MISSING, "missing", Counts::missingMax, bounds.missing(), reasons);
    count(
        registry,
        Severity.UNHEALTHY,
        "unhealthy",
        Counts::unhealthyMax,
        bounds.unhealthy(),
        reasons);
    count(registry, Severity.STALE, "stale", Counts::ghostMax, bounds.ghost(), reasons);
    count(
        registry,
        Severity.DIVERGENT,
        "divergent",
        Counts::divergentMax,
        bounds.divergent(),
        reasons);
    count(registry, Severity.UNPROVEN, "unknown", Counts::unknownMax, bounds.unknown(), reasons);
    if (registry.unswept() != null && registry.unswept() > 0) {
      reasons.add(Reason.of(Severity.UNPROVEN, "unswept", with("reads", registry.unswept())));
    }
    return reasons;
  }

  /** What was seen, and not whose fault it is: that may be the generator's. */
  private static Arguments neverComplete(int instances, Registry registry) {
    Counts counts = registry.counts();
    boolean partial = counts.expected() < instances;
    List<String> unread =
        registry.byNode().entrySet().stream()
            .filter(node -> node.getValue().presentMin() == null)
            .map(Map.Entry::getKey)
            .toList();
    return with("registered", partial ? counts.expected() : null)
        .and("instances", partial ? instances : null)
        .and("present", counts.presentMin())
        .and("healthy", counts.healthyMin())
        .and("unread", counts.presentMin() == null || unread.isEmpty() ? null : unread);
  }

  /** One count, the most it may be, and the nodes where it was worst. */
  private static void count(
      Registry registry,
      Severity severity,
      String code,
      ToLongFunction<Counts> count,
      long most,
      List<Reason> reasons) {
    long worst = count.applyAsLong(registry.counts());
    if (worst <= most) {
      return;
    }
    Arguments arguments =
        with("count", worst)
            .and("expected", registry.counts().expected())
            .and("bound", unlessZero(most));
    where(registry, count, arguments);
    reasons.add(Reason.of(severity, code, arguments));
  }

  /** Names the nodes with at least half of the most, or none when that is all of them. */
  private static void where(Registry registry, ToLongFunction<Counts> count, Arguments arguments) {
    long most = registry.byNode().values().stream().mapToLong(count).max().orElse(0);
    Map<Boolean, List<Map.Entry<String, Counts>>> bad =
        registry.byNode().entrySet().stream()
            .collect(partitioningBy(node -> 2 * count.applyAsLong(node.getValue()) >= most));
    if (!bad.get(false).isEmpty()) {
      long others =
          bad.get(false).stream().mapToLong(e -> count.applyAsLong(e.getValue())).max().orElse(0);
      arguments
          .and("nodes", bad.get(true).stream().map(Map.Entry::getKey).toList())
          .and("others", unlessZero(others));
    }
  }

  /** A bound is named only where it was set: by default nothing may happen at all. */
  private static Long unlessZero(long value) {
    return value == 0 ? null : value;
  }
}
