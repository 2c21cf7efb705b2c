package dev.nacoscapacity.reports.checker;

import static java.util.stream.Collectors.joining;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Did the registry hold the fleet, on every node and all the time. */
final class RegistryChecker implements Checker {

  private static final List<Judged> JUDGED =
      List.of(
          new Judged(
              RegistryCount.UNKNOWN_INSTANCE_BEATS,
              Severity.LOST,
              "%s beats of acknowledged instances were answered \"unknown instance\""),
          new Judged(
              RegistryCount.MISSING,
              Severity.MISSING,
              "Up to %s of %s instances were missing at once"),
          new Judged(
              RegistryCount.UNHEALTHY,
              Severity.UNHEALTHY,
              "Up to %s of %s instances were unhealthy at once"),
          new Judged(
              RegistryCount.STALE,
              Severity.GHOST,
              "Up to %s deregistered instances were still listed"),
          new Judged(
              RegistryCount.DIVERGENT,
              Severity.DIVERGENT,
              "Nodes disagreed for over 10 s about up to %s services"),
          new Judged(
              RegistryCount.UNKNOWN,
              Severity.UNPROVEN,
              "The state of up to %s of %s instances went unread for over 20 s"));

  @Override
  public List<Reason> check(RunRecord run, Criteria bounds) {
    Registry registry = run.registry();
    if (registry == null) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (registry.keptBeatingYetDropped() > bounds.dropped()) {
      reasons.add(
          new Reason(
              Severity.DROPPED,
              "keptBeatingYetDropped",
              Words.of(
                  "%,d instances went missing or unhealthy although their own beats were written "
                      + "at most %.0f s apart: the registry dropped them%s.",
                  registry.keptBeatingYetDropped(),
                  bounds.beatGapMs(run.workload().protocol()) / 1e3,
                  bound(bounds.dropped()))));
    }
    if (registry.neverAppeared() > bounds.neverAppeared()) {
      reasons.add(
          new Reason(
              Severity.NEVER_APPEARED,
              "neverAppeared",
              Words.of(
                  "%,d instances never appeared on a node although their registration was "
                      + "acknowledged and they kept beating%s.",
                  registry.neverAppeared(), bound(bounds.neverAppeared()))));
    }
    if (!registry.complete() && !EndChecker.endedEarly(run)) {
      reasons.add(
          new Reason(
              Severity.MISSING,
              "neverComplete",
              neverComplete(run.workload().instances(), registry)));
    }
    for (Judged judged : JUDGED) {
      long most = bounds.bound(judged.figure()).orElse(Long.MAX_VALUE);
      judged.check(registry, most).ifPresent(reasons::add);
    }
    if (registry.unswept() != null && registry.unswept() > 0) {
      reasons.add(
          new Reason(
              Severity.UNPROVEN,
              "unswept",
              Words.of(
                  "A sweep by identity ended with %,d of its reads unanswered: in counts alone, "
                      + "a missing instance and one that should not be there hide each other.",
                  registry.unswept())));
    }
    return reasons;
  }

  /** It says what was seen, and not whose fault it is: that may be the generator's. */
  private static String neverComplete(int instances, Registry registry) {
    long expected = registry.worst().count(RegistryCount.EXPECTED);
    String taken =
        expected < instances
            ? Words.of("Only %,d of the %,d instances were registered", expected, instances)
            : "The registry was not complete when the window should have begun";
    return taken + "; " + shown(registry) + ".";
  }

  private static String shown(Registry registry) {
    RegistryStats worst = registry.worst();
    if (worst.get(RegistryCount.PRESENT) == null) {
      return "no node could ever be read in full";
    }
    String unread =
        registry.byNode().entrySet().stream()
            .filter(node -> node.getValue().get(RegistryCount.PRESENT) == null)
            .map(Map.Entry::getKey)
            .collect(joining(" and "));
    return Words.of(
            "the worst node showed %,d, and %,d of them healthy",
            worst.get(RegistryCount.PRESENT), worst.get(RegistryCount.HEALTHY))
        + (unread.isEmpty() ? "" : "; " + unread + " could never be read in full");
  }

  /** Told only where it was set: else nothing may happen at all. */
  private static String bound(long most) {
    return most > 0 ? Words.of(" (bound %,d)", most) : "";
  }

  /** A figure that must not exceed a bound, and the sentence for when it does. */
  private record Judged(RegistryCount figure, Severity severity, String sentence) {

    Optional<Reason> check(Registry registry, long most) {
      long worst = registry.worst().count(figure);
      if (worst <= most) {
        return Optional.empty();
      }
      String text =
          Words.of(
              sentence,
              Words.of("%,d", worst),
              Words.of("%,d", registry.worst().count(RegistryCount.EXPECTED)));
      return Optional.of(
          new Reason(
              severity, figure.column(), text + Words.where(registry, figure) + bound(most) + "."));
    }
  }
}
