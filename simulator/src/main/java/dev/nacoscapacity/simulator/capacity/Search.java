package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds the largest size that passes: doubling with short trials, which also warm the registry;
 * then the last size that passed once more and again, until the registry is warm; bisection by
 * ratio with full trials, both bounds tried until two of at most three agree, and at last once over
 * the edge and down again, since a registry may hold going up what it does not take back after an
 * overload. What fails then may have failed by chance: it has to pass without an overload and to
 * fail right after a second one, before smaller sizes are tried.
 *
 * <p>A small size warms nothing (compilers act on counts of calls), and a load at the edge does; a
 * size that failed while the registry was cold is tried again once it is warm. A load over the edge
 * warms little, for compilers then wait for processors, too.
 *
 * <p>What comes next follows from the trials so far alone, so a search resumes where it was
 * interrupted.
 */
public final class Search {

  /**
   * A registry whose results contradict each other for so long, without a pause, has no capacity to
   * be found.
   */
  private static final int MOST_TRIALS = 40;

  /** Sizes tried on the way down, each a width below the one before. */
  private static final int DESCENTS = 3;

  /** An overload that was none, and a way down that had no verdict, are tried once more. */
  private static final int OVERLOADS = 2;

  /** A trial between two overloads that has no verdict is made once more. */
  private static final int CONTROLS = 2;

  private final Bounds bounds;
  private final int gentle;
  private final int known;

  /**
   * @param gentle what warms a registry on which the first size fails while it is cold; at most the
   *     first size
   */
  public Search(Bounds bounds, int gentle) {
    this(bounds, gentle, 0);
  }

  private Search(Bounds bounds, int gentle, int known) {
    this.bounds = bounds;
    this.gentle = gentle;
    this.known = known;
  }

  /**
   * The same, going on after a pause in which the registry may have been started anew: unless it
   * has its answer, it begins by making sure that the registry is warm. What had no verdict before
   * is tried again.
   */
  public Search resumedAfter(List<Trial> trials) {
    return next(trials) instanceof Step.Done done && done.answer().outcome().lasts()
        ? this
        : new Search(bounds, gentle, trials.size());
  }

  /**
   * What to do next.
   *
   * @param trials all so far, in the order in which they were made
   */
  public Step next(List<Trial> trials) {
    History history = new History(trials, bounds.from(), bounds.to(), known);
    int passes = history.passes();
    int fails = history.fails();
    if (history.inconclusiveTwice() > 0) {
      return done(Answer.Outcome.INCONCLUSIVE, passes, fails);
    }
    List<Trial> recent = trials.subList(known, trials.size());
    if (known > 0 && !new Warmth(recent).enough()) {
      return warm(passes);
    }
    if (!history.tried(bounds.from())) {
      return new Step.Try(bounds.from(), Stage.BRACKET);
    }
    if (history.enclosed(passes, fails) && bounds.closeEnough(passes, fails)) {
      return overTheEdge(recent, passes, fails);
    }
    if (recent.size() >= MOST_TRIALS) {
      return done(Answer.Outcome.ERRATIC, passes, fails);
    }
    if (fails == 0) {
      return upward(history, passes);
    }
    Warmth warmth = new Warmth(recent, passes);
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
    // First what fails: it may have failed in a short trial only, while the registry was warming.
    return new Step.Try(history.confirmed(fails) ? passes : fails, Stage.CONFIRM);
  }

  private Step warm(int passes) {
    return new Step.Try(passes > 0 ? passes : gentle, Stage.WARM);
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
    List<Trial> way = from(trials, trial -> is(trial, Stage.OVERLOAD, fails));
    if (way.isEmpty()) {
      return new Step.Try(fails, Stage.OVERLOAD);
    }
    List<Trial> afterFailure = from(way, trial -> failedReturn(trial, passes));
    long failures = way.stream().filter(trial -> failedReturn(trial, passes)).count();
    List<Trial> controls =
        afterFailure.stream().filter(trial -> is(trial, Stage.CONFIRM, passes)).toList();
    if (failures == 1 && controls.stream().noneMatch(trial -> trial.status() == Status.PASS)) {
      boolean unknown =
          controls.stream().filter(trial -> trial.status() == Status.INCONCLUSIVE).count()
              >= CONTROLS;
      return unknown
          ? bracketed(passes, fails, Answer.UNKNOWN)
          : new Step.Try(passes, Stage.CONFIRM);
    }
    Trial last = way.get(way.size() - 1);
    return switch (last.stage()) {
      case OVERLOAD ->
          last.status() == Status.PASS
              ? overAgain(way, failures, passes, fails)
              : new Step.Try(passes, Stage.DESCENT);
      case DESCENT -> descended(last, way, failures, passes, fails);
      default -> new Step.Try(fails, Stage.OVERLOAD);
    };
  }

  private Step descended(Trial last, List<Trial> way, long failures, int passes, int fails) {
    return switch (last.status()) {
      case PASS -> bracketed(passes, fails, last.instances());
      case INCONCLUSIVE ->
          failures > 1 ? bracketed(passes, fails, 0) : overAgain(way, failures, passes, fails);
      case FAIL -> {
        int smaller = (int) Math.round(last.instances() / (1 + bounds.width()));
        int lower = Math.min(smaller, last.instances() - 1);
        long below =
            way.stream()
                .filter(trial -> trial.stage() == Stage.DESCENT && trial.instances() < passes)
                .count();
        yield below < DESCENTS - 1 && lower >= bounds.from()
            ? new Step.Try(lower, Stage.DESCENT)
            : bracketed(passes, fails, 0);
      }
    };
  }

  private static boolean failedReturn(Trial trial, int passes) {
    return is(trial, Stage.DESCENT, passes) && trial.status() == Status.FAIL;
  }

  private static boolean is(Trial trial, Stage stage, int size) {
    return trial.stage() == stage && trial.instances() == size;
  }

  /** From the first such trial on; none when there is none. */
  private static List<Trial> from(List<Trial> trials, Predicate<Trial> first) {
    return trials.stream().dropWhile(first.negate()).toList();
  }

  /** Each failing return is owed one more overload. */
  private static Step overAgain(List<Trial> way, long failures, int passes, int fails) {
    long overloads = way.stream().filter(trial -> trial.stage() == Stage.OVERLOAD).count();
    return overloads < OVERLOADS + failures
        ? new Step.Try(fails, Stage.OVERLOAD)
        : bracketed(passes, fails, Answer.UNKNOWN);
  }

  private static Step bracketed(int passes, int fails, int descends) {
    return new Step.Done(new Answer(Answer.Outcome.BRACKETED, passes, fails, descends));
  }

  private static Step done(Answer.Outcome outcome, int passes, int fails) {
    return new Step.Done(new Answer(outcome, passes, fails, Answer.UNKNOWN));
  }
}
