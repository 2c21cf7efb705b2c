package dev.nacoscapacity.simulator.study.search;

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

  private final SearchRange bounds;
  private final int gentle;
  private final int known;

  /**
   * @param gentle what warms a registry on which the first size fails while it is cold; at most the
   *     first size
   */
  public Search(SearchRange bounds, int gentle) {
    this(bounds, gentle, 0);
  }

  private Search(SearchRange bounds, int gentle, int known) {
    this.bounds = bounds;
    this.gentle = gentle;
    this.known = known;
  }

  /**
   * The same, going on after a pause in which the registry may have been started anew: unless it
   * has its answer, it begins by making sure that the registry is warm. What had no verdict before
   * is tried again.
   */
  public Search resumedAfter(List<SizeTrial> trials) {
    return next(trials) instanceof SearchStep.Done done && done.answer().outcome().lasts()
        ? this
        : new Search(bounds, gentle, trials.size());
  }

  /**
   * What to do next.
   *
   * @param trials all so far, in the order in which they were made
   */
  public SearchStep next(List<SizeTrial> trials) {
    TrialHistory history = new TrialHistory(trials, bounds.from(), bounds.to(), known);
    int passes = history.passes();
    int fails = history.fails();
    if (history.inconclusiveTwice() > 0) {
      return done(SearchResult.Outcome.INCONCLUSIVE, passes, fails);
    }
    List<SizeTrial> recent = trials.subList(known, trials.size());
    if (known > 0 && !new WarmUpCheck(recent).enough()) {
      return warm(passes);
    }
    if (!history.tried(bounds.from())) {
      return new SearchStep.Try(bounds.from(), TrialStage.BRACKET);
    }
    if (history.enclosed(passes, fails) && bounds.closeEnough(passes, fails)) {
      return overTheEdge(recent, passes, fails);
    }
    if (recent.size() >= MOST_TRIALS) {
      return done(SearchResult.Outcome.ERRATIC, passes, fails);
    }
    if (fails == 0) {
      return upward(history, passes);
    }
    WarmUpCheck warmth = new WarmUpCheck(recent, passes);
    if (!warmth.enough()) {
      return warm(passes);
    }
    if (warmth.gained() && history.failedCold(fails)) {
      return new SearchStep.Try(fails, TrialStage.BRACKET);
    }
    if (passes == 0) {
      return history.confirmed(fails)
          ? done(SearchResult.Outcome.FAILS_FROM_THE_START, 0, fails)
          : new SearchStep.Try(fails, TrialStage.CONFIRM);
    }
    if (!bounds.closeEnough(passes, fails)) {
      return new SearchStep.Try(SearchRange.between(passes, fails), TrialStage.BISECT);
    }
    // First what fails: it may have failed in a short trial only, while the registry was warming.
    return new SearchStep.Try(history.confirmed(fails) ? passes : fails, TrialStage.CONFIRM);
  }

  private SearchStep warm(int passes) {
    return new SearchStep.Try(passes > 0 ? passes : gentle, TrialStage.WARM);
  }

  private SearchStep upward(TrialHistory history, int passes) {
    if (passes < bounds.to()) {
      return new SearchStep.Try((int) Math.min(2L * passes, bounds.to()), TrialStage.BRACKET);
    }
    return history.confirmed(passes)
        ? done(SearchResult.Outcome.PASSES_TO_THE_END, passes, 0)
        : new SearchStep.Try(passes, TrialStage.CONFIRM);
  }

  private SearchStep overTheEdge(List<SizeTrial> trials, int passes, int fails) {
    List<SizeTrial> way = from(trials, trial -> is(trial, TrialStage.OVERLOAD, fails));
    if (way.isEmpty()) {
      return new SearchStep.Try(fails, TrialStage.OVERLOAD);
    }
    List<SizeTrial> afterFailure = from(way, trial -> failedReturn(trial, passes));
    long failures = way.stream().filter(trial -> failedReturn(trial, passes)).count();
    List<SizeTrial> controls =
        afterFailure.stream().filter(trial -> is(trial, TrialStage.CONFIRM, passes)).toList();
    if (failures == 1 && controls.stream().noneMatch(trial -> trial.status() == Status.PASS)) {
      boolean unknown =
          controls.stream().filter(trial -> trial.status() == Status.INCONCLUSIVE).count()
              >= CONTROLS;
      return unknown
          ? bracketed(passes, fails, SearchResult.UNKNOWN)
          : new SearchStep.Try(passes, TrialStage.CONFIRM);
    }
    SizeTrial last = way.get(way.size() - 1);
    return switch (last.stage()) {
      case OVERLOAD ->
          last.status() == Status.PASS
              ? overAgain(way, failures, passes, fails)
              : new SearchStep.Try(passes, TrialStage.DESCENT);
      case DESCENT -> descended(last, way, failures, passes, fails);
      default -> new SearchStep.Try(fails, TrialStage.OVERLOAD);
    };
  }

  private SearchStep descended(
      SizeTrial last, List<SizeTrial> way, long failures, int passes, int fails) {
    return switch (last.status()) {
      case PASS -> bracketed(passes, fails, last.instances());
      case INCONCLUSIVE ->
          failures > 1 ? bracketed(passes, fails, 0) : overAgain(way, failures, passes, fails);
      case FAIL -> {
        int smaller = (int) Math.round(last.instances() / (1 + bounds.width()));
        int lower = Math.min(smaller, last.instances() - 1);
        long below =
            way.stream()
                .filter(trial -> trial.stage() == TrialStage.DESCENT && trial.instances() < passes)
                .count();
        yield below < DESCENTS - 1 && lower >= bounds.from()
            ? new SearchStep.Try(lower, TrialStage.DESCENT)
            : bracketed(passes, fails, 0);
      }
    };
  }

  private static boolean failedReturn(SizeTrial trial, int passes) {
    return is(trial, TrialStage.DESCENT, passes) && trial.status() == Status.FAIL;
  }

  private static boolean is(SizeTrial trial, TrialStage stage, int size) {
    return trial.stage() == stage && trial.instances() == size;
  }

  /** From the first such trial on; none when there is none. */
  private static List<SizeTrial> from(List<SizeTrial> trials, Predicate<SizeTrial> first) {
    return trials.stream().dropWhile(first.negate()).toList();
  }

  /** Each failing return is owed one more overload. */
  private static SearchStep overAgain(List<SizeTrial> way, long failures, int passes, int fails) {
    long overloads = way.stream().filter(trial -> trial.stage() == TrialStage.OVERLOAD).count();
    return overloads < OVERLOADS + failures
        ? new SearchStep.Try(fails, TrialStage.OVERLOAD)
        : bracketed(passes, fails, SearchResult.UNKNOWN);
  }

  private static SearchStep bracketed(int passes, int fails, int descends) {
    return new SearchStep.Done(
        new SearchResult(SearchResult.Outcome.BRACKETED, passes, fails, descends));
  }

  private static SearchStep done(SearchResult.Outcome outcome, int passes, int fails) {
    return new SearchStep.Done(new SearchResult(outcome, passes, fails, SearchResult.UNKNOWN));
  }
}
