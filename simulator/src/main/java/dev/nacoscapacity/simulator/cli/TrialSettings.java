package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.LoadUnit;
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
import java.util.function.IntFunction;

/**
 * The settings of each trial of a search, and its length: short trials find severe failures, full
 * trials decide.
 *
 * @param criteria of a full trial
 * @param unit what is searched for
 * @param full the load of a full trial that begins now, by its size in that unit
 */
record TrialSettings(
    RunOptions options, Criteria criteria, LoadUnit unit, IntFunction<Workload> full) {

  /**
   * The search has warmed the registry already; this warm-up only lets the effects of the ramp end.
   */
  static final Duration WARM_UP = Duration.ofSeconds(20);

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
    ThresholdOptions.requireLongEnough(
        "--duration", full.apply(bounds.from()).timing().duration(), criteria);
    ResourceCheck room = ResourceCheck.forRun(full.apply(bounds.to()), options.target().shape());
    try {
      room.requireRoom();
    } catch (ShortageException e) {
      throw new UsageException("%s: %s".formatted(unit.counted(bounds.to()), e.getMessage()));
    }
    return room;
  }

  /** Full trials of the smallest and the largest size of the search. */
  List<Workload> extremes(SearchRange bounds) {
    return List.of(full.apply(bounds.from()), full.apply(bounds.to()));
  }

  /**
   * The size that warms a cold registry for the first one: half of it, if the options allow that.
   */
  int gentle(SearchRange bounds) {
    int half = Math.max(1, bounds.from() / 2);
    try {
      full.apply(half);
      return half;
    } catch (UsageException e) {
      return bounds.from();
    }
  }

  /** A trial that begins now. */
  Workload of(int size, TrialStage stage) {
    Workload load = full.apply(size);
    return stage.isShort() ? brief(load) : load;
  }

  /** How long a trial takes on a registry of so many nodes. */
  RunTime time(SearchStep.NextTrial trial, int nodes) {
    return new LoadFigures(of(trial.size(), trial.stage())).time(nodes);
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

  /** As short as its waves allow. */
  private static Workload brief(Workload full) {
    Duration needed = Collections.max(List.of(SHORT, new LoadFigures(full).wavesNeed()));
    return full.withTiming(
        full.timing()
            .withWarmUp(Collections.min(List.of(SHORT_WARM_UP, full.timing().warmUp())))
            .withDuration(Collections.min(List.of(needed, full.timing().duration()))));
  }
}
