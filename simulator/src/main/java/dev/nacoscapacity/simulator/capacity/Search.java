package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;

/**
 * Finds the largest size that passes: doubling with short trials, which also warm the registry;
 * then the last size that passed once more and again, until the registry is warm; bisection by
 * ratio with full trials, both bounds confirmed by two of three, and at last once over the edge and
 * down again, since a registry may hold going up what it does not take back after an overload.
 *
 * <p>A small size warms nothing (compilers act on counts of calls), and a load at the edge does; a
 * size that failed while the registry was cold is tried again once it is warm.
 *
 * <p>What comes next follows from the trials so far alone, so a search resumes where it was
 * interrupted.
 */
public final class Search {

  /** A registry whose results contradict each other for so long has no capacity to be found. */
  private static final int MOST_TRIALS = 40;

  /** Sizes tried on the way down, each a width below the one before. */
  private static final int DESCENTS = 3;

  private final Bounds bounds;
  private final int known;

  public Search(Bounds bounds) {
    this(bounds, 0);
  }

  private Search(Bounds bounds, int known) {
    this.bounds = bounds;
    this.known = known;
  }

  /**
   * The same, going on after a pause in which the registry may have been started anew: unless it is
   * over, it begins by making sure that the registry is warm.
   */
  public Search resumedAfter(List<Trial> trials) {
    return next(trials) instanceof Step.Done ? this : new Search(bounds, trials.size());
  }

  /**
   * What to do next.
   *
   * @param trials all so far, in the order in which they were made
   */
  public Step next(List<Trial> trials) {
    History history = new History(trials);
    int passes = history.passes();
    int fails = history.fails();
    if (history.inconclusiveTwice() > 0) {
      return done(Answer.Outcome.INCONCLUSIVE, passes, fails);
    }
    if (trials.size() >= MOST_TRIALS) {
      return done(Answer.Outcome.ERRATIC, passes, fails);
    }
    List<Trial> recent = trials.subList(known, trials.size());
    Warmth warmth = new Warmth(recent);
    if (known > 0 && !warmth.enough()) {
      return warm(passes);
    }
    if (!history.tried(bounds.from())) {
      return new Step.Try(bounds.from(), Stage.BRACKET);
    }
    if (fails == 0) {
      return upward(history, passes);
    }
    if (!warmth.enough()) {
      return warm(passes);
    }
    if (warmth.gained() && history.failedCold(fails)) {
      return new Step.Try(fails, Stage.BRACKET);
    }
    if (passes == 0) {
      return history.confirmed(fails)
          ? done(Answer.Outcome.FAILS_FROM_THE_START, 0, fails)
          : new Step.Try(fails, Stage.CONFIRM);
    }
    if (!bounds.closeEnough(passes, fails)) {
      return new Step.Try(Bounds.between(passes, fails), Stage.BISECT);
    }
    if (!history.confirmed(passes)) {
      return new Step.Try(passes, Stage.CONFIRM);
    }
    if (!history.confirmed(fails)) {
      return new Step.Try(fails, Stage.CONFIRM);
    }
    return overTheEdge(recent, passes, fails);
  }

  private Step warm(int passes) {
    return new Step.Try(Math.max(passes, bounds.from()), Stage.WARM);
  }

  private Step upward(History history, int passes) {
    if (passes < bounds.to()) {
      return new Step.Try((int) Math.min(2L * passes, bounds.to()), Stage.BRACKET);
    }
    return history.confirmed(passes)
        ? done(Answer.Outcome.PASSES_TO_THE_END, passes, 0)
        : new Step.Try(passes, Stage.CONFIRM);
  }

  private Step overTheEdge(List<Trial> trials, int passes, int fails) {
    if (trials.stream().noneMatch(trial -> trial.stage() == Stage.OVERLOAD)) {
      return new Step.Try(fails, Stage.OVERLOAD);
    }
    List<Trial> descents = trials.stream().filter(trial -> trial.stage() == Stage.DESCENT).toList();
    if (descents.isEmpty()) {
      return new Step.Try(passes, Stage.DESCENT);
    }
    Trial last = descents.get(descents.size() - 1);
    if (last.status() == Status.PASS) {
      return new Step.Done(new Answer(Answer.Outcome.BRACKETED, passes, fails, last.instances()));
    }
    int lower = (int) Math.round(last.instances() / (1 + bounds.width()));
    return descents.size() < DESCENTS && lower >= bounds.from()
        ? new Step.Try(lower, Stage.DESCENT)
        : done(Answer.Outcome.BRACKETED, passes, fails);
  }

  private static Step done(Answer.Outcome outcome, int passes, int fails) {
    return new Step.Done(new Answer(outcome, passes, fails, 0));
  }
}
