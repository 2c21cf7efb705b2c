package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.KnownBehaviour;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.util.Comparator;
import java.util.List;

/**
 * Composes checkers: gathers their reasons, worst first, and lets the worst decide, as {@link
 * Severity} orders them. Causes are told only beside something that they may have caused.
 */
public final class Judge {

  private final List<Checker> checkers;

  public Judge(List<Checker> checkers) {
    this.checkers = List.copyOf(checkers);
  }

  /** Judges a load on a registry by everything docs/the-model.md asks of a pass. */
  public static Judge standard() {
    return new Judge(
        List.of(
            new EndChecker(),
            new RegistryChecker(),
            new FailureChecker(),
            new LatencyChecker(),
            new AchievementChecker(),
            new GeneratorChecker(),
            new EvidenceChecker(),
            new SaturationChecker(),
            new BeatGapChecker()));
  }

  /** Judges what became of a registry under faults: see {@link ExperimentChecker}. */
  public static Judge experiment() {
    return new Judge(List.of(new EndChecker(), new ExperimentChecker(), new GeneratorChecker()));
  }

  /** The run with its verdict. */
  public RunRecord judged(RunRecord run, Criteria criteria) {
    return run.toBuilder().verdict(judge(run, criteria)).build();
  }

  public Verdict judge(RunRecord run, Criteria criteria) {
    List<Reason> reasons =
        checkers.stream()
            .flatMap(checker -> checker.check(run, criteria).stream())
            .sorted(Comparator.comparing(Reason::severity))
            .map(
                reason ->
                    KnownBehaviour.addTo(reason, run.target().version(), run.workload().protocol()))
            .toList();
    if (reasons.isEmpty() || reasons.get(0).severity() == Severity.CAUSE) {
      return new Verdict(Status.PASS, List.of(), criteria);
    }
    return new Verdict(reasons.get(0).severity().status(), reasons, criteria);
  }
}
