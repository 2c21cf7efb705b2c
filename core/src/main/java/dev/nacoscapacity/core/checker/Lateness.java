package dev.nacoscapacity.core.checker;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.verdict.CallFigure;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the generator's own lateness explains of a run. It excuses what was seen in its time, and
 * nothing else: lateness throughout the window excuses everything; a stall excuses the losses that
 * it may have caused, and as many calls as it spoiled. Read from {@code generator.delays}: a second
 * is late by its share, a stall is a second or more, and one of five seconds or more lets instances
 * expire.
 *
 * @param run with a generator whose figures are known
 */
record Lateness(RunRecord run, Criteria criteria) {

  /** From this share of late seconds on, the generator was late throughout. */
  private static final double THROUGHOUT = 0.1;

  /** At least as many calls are late when the 99th percentile of the lag is over its bound. */
  private static final double LATE_CALLS = 0.01;

  /** Whether the generator took too many calls up late. */
  boolean ofCalls() {
    Generator.Lag lag = run.generator().delays().lagMs();
    return lag != null && lag.p99() > criteria.lagP99Ms();
  }

  /**
   * How late, in ms, the generator took up the few latest calls, where that may have broken a bound
   * on the slowest ones; empty where it did not.
   */
  OptionalDouble ofTail() {
    return brokenBounds().filter(this::isOfTail).mapToDouble(this::lagBeside).max();
  }

  /**
   * Whether the slowest calls may have been late by lag alone: they were answered in time once
   * written, waited little for a connection, and the lag at the same percentile makes the
   * difference.
   */
  private boolean isOfTail(Bound bound) {
    double latest = lagBeside(bound);
    return latest > 0
        && isInTime(bound.measured().orElseThrow() - latest, bound)
        && bound
            .calls(run)
            .filter(calls -> keeps(calls.serviceMs(), bound))
            .filter(calls -> keeps(calls.poolWaitMs(), bound))
            .isPresent();
  }

  private static boolean keeps(Percentiles part, Bound bound) {
    return part != null && isInTime(Bound.value(part, bound.figure()), bound);
  }

  private static boolean isInTime(double millis, Bound bound) {
    return bound.criterion().keeps(millis, bound.bound());
  }

  /** The lag at the percentile that a bound is on; 0 for a percentile that it does not have. */
  private double lagBeside(Bound bound) {
    Generator.Lag lag = run.generator().delays().lagMs();
    if (lag == null || bound.criterion().isOfWholeRun()) {
      return 0;
    }
    return switch (bound.figure()) {
      case P999 -> lag.p999();
      case MAX -> lag.max();
      default -> 0;
    };
  }

  private Stream<Bound> brokenBounds() {
    return Bound.ofCalls(run, criteria).stream()
        .filter(bound -> bound.measured().isPresent() && !bound.kept());
  }

  /** Whether the generator's collector stopped it for too long. */
  boolean ofPauses() {
    Generator generator = run.generator();
    return generator.gcPauseMs() != null && generator.gcPauseMs().max() > criteria.gcPauseMs();
  }

  /**
   * Whether a stall explains a broken bound. In an experiment one in the window may be what was
   * measured in place of a recovery.
   */
  boolean ofStalls() {
    return !stalls().isEmpty()
        && (run.experiment() != null && expiredInWindow()
            || expired() && undelivered()
            || RegistryCount.LOSSES.stream().anyMatch(this::excusesLoss)
            || brokenBounds().anyMatch(this::spoils));
  }

  private List<Generator.Stall> stalls() {
    return run.generator().delays().stalls();
  }

  private boolean expired() {
    return stalls().stream().anyMatch(Generator.Stall::expires);
  }

  private boolean expiredInWindow() {
    return stalls().stream().anyMatch(stall -> stall.expires() && stall.windowSeconds() > 0);
  }

  /** A client that stands still for long is taken for dead, and is told nothing any more. */
  private boolean undelivered() {
    return run.undeliveredChanges() > criteria.undeliveredChanges();
  }

  private boolean excusesLoss(RegistryCount figure) {
    return run.registry() != null
        && run.registry().worst().count(figure) > most(figure)
        && run.registry().beyondStalls().count(figure) <= most(figure);
  }

  /** Whether nodes lost no more than is accepted while the generator kept its schedule. */
  private boolean explains(RegistryCount figure) {
    return throughout()
        || RegistryCount.LOSSES.contains(figure)
            && run.registry().beyondStalls().count(figure) <= most(figure);
  }

  private boolean throughout() {
    Double share = run.generator().delays().lateShare();
    return ofCalls() && (share == null || share >= THROUGHOUT);
  }

  private long most(RegistryCount figure) {
    return criteria.bound(figure).orElse(Long.MAX_VALUE);
  }

  private boolean explains(Bound bound) {
    return spoils(bound) || isOfTail(bound);
  }

  /** Whether the calls that the generator delayed are enough to break a bound on calls. */
  private boolean spoils(Bound bound) {
    double spoiled = spoiledShare(bound);
    return spoiled > 0 && spoiled >= shareBeyond(bound);
  }

  /** The share of the calls beyond a bound, by the lowest percentile that is beyond it. */
  private double shareBeyond(Bound bound) {
    double share = bound.figure().shareBeyond(bound.measured().get());
    Optional<Percentiles> all = bound.percentiles(run);
    if (bound.figure().isShare() || all.isEmpty()) {
      return share;
    }
    return Stream.of(CallFigure.values())
        .filter(each -> !each.isShare() && !isInTime(Bound.value(all.get(), each), bound))
        .mapToDouble(each -> each.shareBeyond(0))
        .max()
        .orElse(share);
  }

  /** The largest share of the calls of a bound that the generator may have delayed. */
  private double spoiledShare(Bound bound) {
    Generator generator = run.generator();
    if (throughout()) {
      return 1;
    }
    if (bound.criterion().isOfWholeRun()) {
      return stalls().stream().mapToDouble(Generator.Stall::spoiledSeconds).sum()
          / run.durationSeconds();
    }
    double seconds = stalls().stream().mapToDouble(Generator.Stall::windowSeconds).sum();
    if (ofPauses()) {
      seconds += generator.gcPauseMs().total() / 1e3 / generator.processes();
    }
    Double late = generator.delays().lateShare();
    double lateCalls = Math.max(LATE_CALLS, late == null ? 0 : late);
    return Math.max(ofCalls() ? lateCalls : 0, seconds / run.windowSeconds());
  }

  /** The severity of a broken bound on what nodes list, which usually has another. */
  static Severity severity(RegistryCount figure, Severity usual, RunRecord run, Criteria criteria) {
    Lateness lateness = new Lateness(run, criteria);
    return lateness.excusesAnything() && !lateness.explains(figure) ? Severity.UNEXCUSED : usual;
  }

  /** The severity of what only a stall that lets instances expire may have caused. */
  static Severity severity(Severity usual, RunRecord run, Criteria criteria) {
    Lateness lateness = new Lateness(run, criteria);
    boolean unexcused = lateness.excusesAnything() && !lateness.throughout() && !lateness.expired();
    return unexcused ? Severity.UNEXCUSED : usual;
  }

  /** The severity of a broken bound on calls, which usually has another. */
  static Severity severity(Bound bound, Severity usual, RunRecord run, Criteria criteria) {
    Lateness lateness = new Lateness(run, criteria);
    return lateness.excusesAnything() && !lateness.explains(bound) ? Severity.UNEXCUSED : usual;
  }

  private boolean excusesAnything() {
    return run.generator() != null
        && (ofCalls() || ofTail().isPresent() || ofPauses() || ofStalls());
  }
}
