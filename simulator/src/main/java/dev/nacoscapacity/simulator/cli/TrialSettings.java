package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import dev.nacoscapacity.simulator.preflight.machine.ShortageException;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchStep;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The settings of each trial of a search, and its length: short trials find severe failures, full
 * trials decide.
 *
 * @param criteria of a full trial
 */
record TrialSettings(RunOptions options, Criteria criteria) {

  /**
   * The search has warmed the registry already; this warm-up only lets the effects of the ramp end.
   */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private static final Duration SHORT_WARM_UP = Duration.ofSeconds(10);

  /** Expiry acts after 15 s and is checked every 5 s, so that severe failures show in this time. */
  private static final Duration SHORT = Duration.ofSeconds(30);

  /**
   * Checks the resources for the largest size.
   *
   * @throws UsageException when the options contradict each other, or no trial could be conclusive,
   *     or naming the resource that is short for the largest size
   */
  ResourceCheck room(SearchRange bounds) {
    ThresholdOptions.requireLongEnough(full(bounds.from()).timing().duration(), criteria);
    ResourceCheck room = ResourceCheck.forRun(full(bounds.to()), options.target().shape());
    try {
      room.requireRoom();
    } catch (ShortageException e) {
      throw new UsageException("--to %,d: %s".formatted(bounds.to(), e.getMessage()));
    }
    return room;
  }

  /** Full trials of the smallest and the largest size of the search. */
  List<Workload> extremes(SearchRange bounds) {
    return List.of(full(bounds.from()), full(bounds.to()));
  }

  /**
   * The size that warms a cold registry for the first one: half of it, if the options allow that.
   */
  int gentle(SearchRange bounds) {
    int half = Math.max(1, bounds.from() / 2);
    try {
      full(half);
      return half;
    } catch (UsageException e) {
      return bounds.from();
    }
  }

  /** A trial that begins now. */
  Workload of(int instances, TrialStage stage) {
    Workload full = full(instances);
    return stage.isShort() ? brief(full) : full;
  }

  /** How long a trial takes on a registry of so many nodes. */
  RunTime time(SearchStep.NextTrial trial, int nodes) {
    return new LoadFigures(of(trial.instances(), trial.stage())).time(nodes);
  }

  /** The criteria of a trial: a short trial may pass with a shorter window. */
  Criteria criteria(TrialStage stage) {
    return stage.isShort()
        ? criteria.withMinWindow(Collections.min(List.of(SHORT, window())))
        : criteria;
  }

  /** The shortest measurement window of a full trial. */
  private Duration window() {
    return Duration.ofMillis((long) (criteria.minWindowSeconds() * 1e3));
  }

  private Workload full(int instances) {
    return options.settings(instances, WARM_UP);
  }

  /** As short as its waves allow. */
  private static Workload brief(Workload full) {
    Duration needed = Collections.max(List.of(SHORT, new LoadFigures(full).wavesNeed()));
    return full.withTiming(
        full.timing()
            .withWarmUp(Collections.min(List.of(SHORT_WARM_UP, full.timing().warmUp())))
            .withDuration(Collections.min(List.of(needed, full.timing().duration()))));
  }
}
