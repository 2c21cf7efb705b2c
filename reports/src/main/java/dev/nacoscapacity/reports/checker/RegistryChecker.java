package dev.nacoscapacity.reports.checker;

import static java.util.stream.Collectors.joining;

import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    new Bound(Severity.LOST, "lost", Counts::lost, bounds.lost())
        .check(registry, "%s beats of acknowledged instances were answered \"unknown instance\"")
        .ifPresent(reasons::add);
    new Bound(Severity.MISSING, "missing", Counts::missingMax, bounds.missing())
        .check(registry, "Up to %s of %s instances were missing at once")
        .ifPresent(reasons::add);
    new Bound(Severity.UNHEALTHY, "unhealthy", Counts::unhealthyMax, bounds.unhealthy())
        .check(registry, "Up to %s of %s instances were unhealthy at once")
        .ifPresent(reasons::add);
    new Bound(Severity.GHOST, "ghost", Counts::ghostMax, bounds.ghost())
        .check(registry, "Up to %s deregistered instances were still listed")
        .ifPresent(reasons::add);
    new Bound(Severity.DIVERGENT, "divergent", Counts::divergentMax, bounds.divergent())
        .check(registry, "Nodes disagreed for over 10 s about up to %s services")
        .ifPresent(reasons::add);
    new Bound(Severity.UNPROVEN, "unknown", Counts::unknownMax, bounds.unknown())
        .check(registry, "The state of up to %s of %s instances went unread for over 20 s")
        .ifPresent(reasons::add);
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
    Counts counts = registry.counts();
    String taken =
        counts.expected() < instances
            ? Words.of(
                "Only %,d of the %,d instances were registered", counts.expected(), instances)
            : "The registry was not complete when the window should have begun";
    return taken + "; " + shown(registry) + ".";
  }

  private static String shown(Registry registry) {
    Counts counts = registry.counts();
    if (counts.presentMin() == null) {
      return "no node could ever be read in full";
    }
    String unread =
        registry.byNode().entrySet().stream()
            .filter(node -> node.getValue().presentMin() == null)
            .map(Map.Entry::getKey)
            .collect(joining(" and "));
    return Words.of(
            "the worst node showed %,d, and %,d of them healthy",
            counts.presentMin(), counts.healthyMin())
        + (unread.isEmpty() ? "" : "; " + unread + " could never be read in full");
  }

  /** Told only where it was set: else nothing may happen at all. */
  private static String bound(long most) {
    return most > 0 ? Words.of(" (bound %,d)", most) : "";
  }

  /** One count and the most it may be. */
  private record Bound(Severity severity, String code, ToLongFunction<Counts> count, long most) {

    Optional<Reason> check(Registry registry, String sentence) {
      long worst = count.applyAsLong(registry.counts());
      if (worst <= most) {
        return Optional.empty();
      }
      String text =
          Words.of(sentence, Words.of("%,d", worst), Words.of("%,d", registry.counts().expected()));
      return Optional.of(
          new Reason(severity, code, text + Words.where(registry, count) + bound(most) + "."));
    }
  }
}
