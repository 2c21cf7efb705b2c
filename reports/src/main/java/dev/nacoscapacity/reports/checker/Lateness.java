package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.List;

/**
 * What the generator's own lateness explains of a run. It excuses what was seen in its time, and
 * nothing else.
 *
 * @param run with a generator whose figures are known
 */
record Lateness(RunRecord run, Criteria criteria) {

  /** Whether the generator took too many calls up late. */
  boolean ofCalls() {
    Generator generator = run.generator();
    return generator.lagMs() != null && generator.lagMs().p99() > criteria.lagP99Ms();
  }

  /** Whether the generator's collector stopped it for too long. */
  boolean ofPauses() {
    Generator generator = run.generator();
    return generator.gcPauseMs() != null && generator.gcPauseMs().max() > criteria.gcPauseMs();
  }

  /**
   * Whether a stall explains a broken bound. In an experiment it may always be what was measured in
   * place of a recovery.
   */
  boolean ofStalls() {
    return !run.generator().stalls().isEmpty()
        && (run.experiment() != null
            || RegistryCount.LOSSES.stream().anyMatch(this::excusesLoss)
            || Bound.ofCalls(run, criteria).stream()
                .anyMatch(bound -> bound.measured() != null && !bound.kept() && explains(bound)));
  }

  private boolean excusesLoss(RegistryCount figure) {
    return run.registry() != null
        && run.registry().worst().count(figure) > most(figure)
        && explains(figure);
  }

  /** Whether nodes lost no more than is accepted while the generator kept its schedule. */
  private boolean explains(RegistryCount figure) {
    return run.registry().beyondStalls().count(figure) <= most(figure);
  }

  private long most(RegistryCount figure) {
    return criteria.bound(figure).orElse(Long.MAX_VALUE);
  }

  /**
   * Whether calls that stalls delayed are enough to break a bound on calls: a stall spoils as large
   * a share of the window's calls as it has of the window.
   */
  private boolean explains(Bound bound) {
    List<Generator.Stall> stalls = run.generator().stalls();
    double spoiled = stalls.stream().mapToDouble(Generator.Stall::windowSeconds).sum();
    return stalls.isEmpty()
        ? ofCalls()
        : spoiled > 0
            && spoiled
                >= bound.criterion().figure().shareBeyond(bound.measured()) * run.windowSeconds();
  }

  /** The severity of a broken bound on what nodes list, which usually has another. */
  static Severity severity(RegistryCount figure, Severity usual, RunRecord run, Criteria criteria) {
    Lateness lateness = new Lateness(run, criteria);
    return RegistryCount.LOSSES.contains(figure)
            && lateness.excusesAnything()
            && !lateness.explains(figure)
        ? Severity.UNEXCUSED
        : usual;
  }

  /** The severity of a broken bound on calls, which usually has another. */
  static Severity severity(Bound bound, Severity usual, RunRecord run, Criteria criteria) {
    Lateness lateness = new Lateness(run, criteria);
    return lateness.excusesAnything() && !lateness.explains(bound) ? Severity.UNEXCUSED : usual;
  }

  private boolean excusesAnything() {
    return run.generator() != null && (ofCalls() || ofPauses() || ofStalls());
  }
}
