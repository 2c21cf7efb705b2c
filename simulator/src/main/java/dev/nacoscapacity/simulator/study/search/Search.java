package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;
import java.util.function.Predicate;

/**
 * Finds the largest size that passes: from the smallest by doubling, then by bisection by ratio,
 * until a size that passes and one that fails lie close enough; then both are tried again.
 *
 * <p>What "passes" means is the caller's: it makes the trials. A search {@linkplain #ofCapacity for
 * the capacity} takes single runs and their majority, a search {@linkplain #unanimous for what
 * always holds} rounds of trials of which one failure decides.
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

  private final TrialHistory.Rule rule;
  private final SearchRange bounds;
  private final int gentle;
  private final int known;

  private Search(TrialHistory.Rule rule, SearchRange bounds, int gentle, int known) {
    this.rule = rule;
    this.bounds = bounds;
    this.gentle = gentle;
    this.known = known;
  }

  /**
   * A search in which a trial is one run. Doubling is by short trials, which also warm the
   * registry; then the last size that passed is tried again and again, until the registry is warm.
   * Both bounds are tried by full trials until two of at most three agree, and at last once over
   * the edge and down again, since a registry may hold going up what it does not take back after an
   * overload. What fails then may have failed by chance: it has to pass without an overload and to
   * fail right after a second one, before smaller sizes are tried.
   *
   * <p>A small size warms nothing (compilers act on counts of calls), and a load at the edge does;
   * a size that failed while the registry was cold is tried again once it is warm. A load over the
   * edge warms little, for compilers then wait for processors, too.
   *
   * @param gentle what warms a registry on which the first size fails while it is cold; at most the
   *     first size
   */
  public static Search ofCapacity(SearchRange bounds, int gentle) {
    return new Search(TrialHistory.Rule.MAJORITY, bounds, gentle, 0);
  }

  /**
   * A search in which a trial is a whole round of them, and passes when all of them do, or a run on
   * a registry that no run before has loaded. One failure decides. A size without a verdict is
   * tried once more; then neither was shown of it, and the search goes on below. The size that is
   * found is the one that the search's own luck chose: so it is tried once more ({@link
   * TrialStage#CONFIRM}), and if it fails then, the search goes on below. Nothing is warmed, and
   * nothing overloaded.
   */
  public static Search unanimous(SearchRange bounds) {
    return new Search(TrialHistory.Rule.UNANIMOUS, bounds, bounds.from(), 0);
  }

  /**
   * The same, going on after a pause in which the registry may have been started anew: unless it
   * has its answer, it begins by making sure that the registry is warm. What had no verdict before
   * is tried again. A unanimous search, in which nothing is warmed, goes on as it is.
   */
  public Search resumedAfter(List<? extends SizeResult> trials) {
    return rule == TrialHistory.Rule.UNANIMOUS
            || next(trials) instanceof SearchStep.Done done && done.answer().outcome().lasts()
        ? this
        : new Search(rule, bounds, gentle, trials.size());
  }

  /**
   * What to do next.
   *
   * @param trials all so far, in the order in which they were made
   */
  public SearchStep next(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    int passes = history.passes();
    int ceiling = history.ceiling();
    boolean majority = rule == TrialHistory.Rule.MAJORITY;
    if (majority && history.inconclusiveTwice() > 0) {
      return done(SearchResult.Outcome.INCONCLUSIVE, passes, ceiling);
    }
    List<? extends SizeResult> recent = trials.subList(known, trials.size());
    if (known > 0 && !new WarmUpCheck(recent).enough()) {
      return warm(passes);
    }
    if (!history.tried(bounds.from())) {
      return new SearchStep.Try(bounds.from(), TrialStage.BRACKET);
    }
    if (history.enclosed(passes, ceiling) && bounds.closeEnough(passes, ceiling)) {
      return majority ? overTheEdge(recent, passes, ceiling) : shown(history);
    }
    if (recent.size() >= MOST_TRIALS) {
      return done(SearchResult.Outcome.ERRATIC, passes, ceiling);
    }
    if (ceiling == 0) {
      return upward(history, passes);
    }
    if (majority) {
      WarmUpCheck warmth = new WarmUpCheck(recent, passes);
      if (!warmth.enough()) {
        return warm(passes);
      }
      if (warmth.gained() && history.failedCold(ceiling)) {
        return new SearchStep.Try(ceiling, TrialStage.BRACKET);
      }
    }
    if (passes == 0) {
      return !history.confirmed(ceiling)
          ? new SearchStep.Try(ceiling, TrialStage.CONFIRM)
          : history.status(ceiling) == Status.FAIL
              ? done(SearchResult.Outcome.FAILS_FROM_THE_START, 0, ceiling)
              : shown(history);
    }
    if (!bounds.closeEnough(passes, ceiling)) {
      return new SearchStep.Try(SearchRange.between(passes, ceiling), TrialStage.BISECT);
    }
    // First what fails: it may have failed in a short trial only, while the registry was warming.
    return new SearchStep.Try(history.confirmed(ceiling) ? passes : ceiling, TrialStage.CONFIRM);
  }

  /** What the trials have shown so far, whether or not the search is over. */
  public SearchResult soFar(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    return ((SearchStep.Done) shown(history)).answer();
  }

  /** The smallest size below those that fail of which neither was shown; 0 when there is none. */
  public int notShown(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    int ceiling = history.ceiling();
    return history.status(ceiling) == Status.INCONCLUSIVE ? ceiling : 0;
  }

  private TrialHistory history(List<? extends SizeResult> trials) {
    return new TrialHistory(rule, trials, bounds.from(), bounds.to(), known);
  }

  /** A bracket, if both of its sizes were shown and none between them was left open. */
  private static SearchStep shown(TrialHistory history) {
    int passes = history.passes();
    int fails = history.fails();
    boolean closed =
        passes > 0 && fails > 0 && fails == history.ceiling() && history.passedAgain(passes);
    return done(
        closed ? SearchResult.Outcome.BRACKETED : SearchResult.Outcome.INCONCLUSIVE, passes, fails);
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

  private SearchStep overTheEdge(List<? extends SizeResult> trials, int passes, int fails) {
    List<SizeResult> way = from(trials, trial -> is(trial, TrialStage.OVERLOAD, fails));
    if (way.isEmpty()) {
      return new SearchStep.Try(fails, TrialStage.OVERLOAD);
    }
    List<SizeResult> afterFailure = from(way, trial -> failedReturn(trial, passes));
    long failures = way.stream().filter(trial -> failedReturn(trial, passes)).count();
    List<SizeResult> controls =
        afterFailure.stream().filter(trial -> is(trial, TrialStage.CONFIRM, passes)).toList();
    if (failures == 1 && controls.stream().noneMatch(trial -> trial.status() == Status.PASS)) {
      boolean unknown =
          controls.stream().filter(trial -> trial.status() == Status.INCONCLUSIVE).count()
              >= CONTROLS;
      return unknown
          ? bracketed(passes, fails, SearchResult.UNKNOWN)
          : new SearchStep.Try(passes, TrialStage.CONFIRM);
    }
    SizeResult last = way.get(way.size() - 1);
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
      SizeResult last, List<SizeResult> way, long failures, int passes, int fails) {
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

  private static boolean failedReturn(SizeResult trial, int passes) {
    return is(trial, TrialStage.DESCENT, passes) && trial.status() == Status.FAIL;
  }

  private static boolean is(SizeResult trial, TrialStage stage, int size) {
    return trial.stage() == stage && trial.instances() == size;
  }

  /** From the first such trial on; none when there is none. */
  private static List<SizeResult> from(
      List<? extends SizeResult> trials, Predicate<SizeResult> first) {
    return trials.stream().<SizeResult>map(trial -> trial).dropWhile(first.negate()).toList();
  }

  /** Each failing return is owed one more overload. */
  private static SearchStep overAgain(List<SizeResult> way, long failures, int passes, int fails) {
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
