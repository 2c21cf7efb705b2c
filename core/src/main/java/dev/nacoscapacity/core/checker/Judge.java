package dev.nacoscapacity.core.checker;

import dev.nacoscapacity.core.published.PublishedLimit;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.Comparator;
import java.util.List;

/**
 * Composes checkers into a verdict: collects their reasons, worst first in the order of {@link
 * Severity}, and takes the status of the worst one. Causes, and others' use of the machine, are
 * listed only beside a reason that they may explain.
 */
public final class Judge {

  /**
   * A known problem of a server version that may explain a reason. It never changes a verdict.
   *
   * @param code of the reason; its sentence has a placeholder {@code known}
   * @param versions a regular expression
   * @param sentence {@code known.<sentence>} is the key of the sentence about the problem, with a
   *     reference
   */
  private record KnownProblem(String code, String versions, Transport protocol, String sentence) {

    boolean isOf(Reason reason, RunRecord run) {
      String version = run.target().version();
      return code.equals(reason.code())
          && version != null
          && version.matches(versions)
          && run.workload().speaks(protocol);
    }
  }

  private static final List<KnownProblem> KNOWN =
      List.of(
          new KnownProblem(
              "neverAppeared", "2\\.2\\.4.*", Transport.GRPC, "registrationBeforeConnection"));

  private final List<Checker> checkers;

  public Judge(List<Checker> checkers) {
    this.checkers = List.copyOf(checkers);
  }

  /** Judges a load run by all conditions for a pass in docs/explanation/load-model.md. */
  public static Judge standard() {
    return new Judge(
        List.of(
            new FidelityChecker(),
            new EndChecker(),
            new RegistryChecker(),
            new WaveChecker(),
            new OperationChecker(Bound::ofCalls),
            new ContentionChecker(),
            new GeneratorChecker(),
            new EvidenceChecker(),
            new CauseChecker()));
  }

  /**
   * Judges a stage of a run that goes on: what only its end tells, of this machine and of others on
   * it, is left to the verdict of the run.
   */
  public static Judge ofStage() {
    return new Judge(
        List.of(
            new RegistryChecker(),
            new OperationChecker(Bound::ofCalls),
            new GeneratorChecker(),
            new EvidenceChecker(),
            new CauseChecker()));
  }

  /**
   * Judges a registry under faults: see {@link ExperimentChecker}. Only those bounds on calls apply
   * that the user set.
   */
  public static Judge experiment() {
    return new Judge(
        List.of(
            new FidelityChecker(),
            new EndChecker(),
            new ExperimentChecker(),
            new WaveChecker(),
            new OperationChecker(Bound::ofTrial),
            new ContentionChecker(),
            new GeneratorChecker()));
  }

  /** The run with its verdict, a prediction's beside what a published cluster held. */
  public RunRecord judged(RunRecord run, Criteria criteria) {
    Verdict verdict = judge(run, criteria);
    return run.judged(
        PublishedLimit.beside(run, verdict.status()).map(verdict::withPublished).orElse(verdict));
  }

  public Verdict judge(RunRecord run, Criteria criteria) {
    List<Reason> reasons =
        checkers.stream()
            .flatMap(checker -> checker.check(run, criteria).stream())
            .sorted(Comparator.comparing(Reason::severity))
            .map(reason -> withKnown(reason, run))
            .toList();
    if (reasons.stream().map(Reason::severity).allMatch(Severity::isBesideOthers)) {
      return new Verdict(Status.PASS, List.of(), criteria);
    }
    if (reasons.stream().noneMatch(Judge::mayBeOthersDoing)) {
      reasons =
          reasons.stream().filter(reason -> reason.severity() != Severity.CONTENTION).toList();
    }
    return new Verdict(reasons.get(0).severity().status(), reasons, criteria);
  }

  /** Missing evidence, for one, is not. */
  private static boolean mayBeOthersDoing(Reason reason) {
    return reason.severity().status() == Status.FAIL || reason.severity() == Severity.GENERATOR;
  }

  private static Reason withKnown(Reason reason, RunRecord run) {
    return KNOWN.stream()
        .filter(problem -> problem.isOf(reason, run))
        .findFirst()
        .map(problem -> reason.with("known", problem.sentence))
        .orElse(reason);
  }
}
