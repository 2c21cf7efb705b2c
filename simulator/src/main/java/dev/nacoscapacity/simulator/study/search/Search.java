package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.verdict.Status;
import java.util.List;

/**
 * Finds the largest size that passes: from the smallest by doubling, then by bisection by ratio,
 * until a passing and a failing size are close enough; then both are tried again.
 *
 * <p>The caller makes the trials, and defines what "passes" means. A search {@linkplain #ofCapacity
 * for the capacity} uses single runs and their majority; a search {@linkplain #unanimous for what
 * always holds} uses rounds of trials, in which one failure decides.
 *
 * <p>The next step depends only on the trials so far, so an interrupted search can be resumed.
 */
public final class Search {

  /**
   * After this many trials without a pause, the results are contradictory, and there is no capacity
   * to be found.
   */
  private static final int MOST_TRIALS = 40;

  private final TrialHistory.Rule rule;
  private final SearchRange bounds;
  private final int gentle;
  private final int earlierTrials;

  private Search(TrialHistory.Rule rule, SearchRange bounds, int gentle, int earlierTrials) {
    this.rule = rule;
    this.bounds = bounds;
    this.gentle = gentle;
    this.earlierTrials = earlierTrials;
  }

  /**
   * A search in which a trial is one run. Doubling uses short trials, which also warm the registry;
   * then the last passing size is repeated until the registry is warm. Both bounds are tried by
   * full trials until two of at most three agree.
   *
   * <p>A small size does not warm the registry, since JIT compilers act on counts of calls; a load
   * at the edge does. A size that failed while the registry was cold is tried again once it is
   * warm. A load over the edge warms little, since compilers then wait for processors, too.
   *
   * @param gentle size that warms a registry if the first size fails while it is cold; at most the
   *     first size
   */
  public static Search ofCapacity(SearchRange bounds, int gentle) {
    return new Search(TrialHistory.Rule.MAJORITY, bounds, gentle, 0);
  }

  /**
   * A search in which a trial is a complete round of trials, which passes when all of them pass, or
   * a run on a new registry. One failure decides. A size without a verdict is tried once more;
   * after that it counts as shown neither to pass nor to fail, and the search continues below. The
   * found size is biased by chance, so it is tried once more ({@link TrialStage#CONFIRM}); if it
   * fails then, the search continues below. There is no warming.
   */
  public static Search unanimous(SearchRange bounds) {
    return new Search(TrialHistory.Rule.UNANIMOUS, bounds, bounds.from(), 0);
  }

  /**
   * The same search, resumed after a pause in which the registry may have been restarted: unless
   * the search has its answer, it first makes sure that the registry is warm. Sizes without a
   * verdict are tried again. A unanimous search, which needs no warming, continues unchanged.
   */
  public Search resumedAfter(List<? extends SizeResult> trials) {
    return rule == TrialHistory.Rule.UNANIMOUS
            || next(trials) instanceof SearchStep.Conclusion conclusion
                && conclusion.answer().outcome().lasts()
        ? this
        : new Search(rule, bounds, gentle, trials.size());
  }

  SearchRange bounds() {
    return bounds;
  }

  /**
   * The next step.
   *
   * @param trials all trials so far, in order
   */
  public SearchStep next(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    int passes = history.passes();
    int ceiling = history.ceiling();
    boolean majority = rule == TrialHistory.Rule.MAJORITY;
    if (majority && history.inconclusiveTwice() > 0) {
      return conclusion(SearchResult.Outcome.INCONCLUSIVE, passes, ceiling);
    }
    List<? extends SizeResult> recent = trials.subList(earlierTrials, trials.size());
    if (earlierTrials > 0 && !new WarmUpCheck(recent).enough()) {
      return warm(passes);
    }
    if (!history.tried(bounds.from())) {
      return new SearchStep.NextTrial(bounds.from(), TrialStage.BRACKET);
    }
    if (history.enclosed(passes, ceiling) && bounds.closeEnough(passes, ceiling)) {
      return shown(history);
    }
    if (recent.size() >= MOST_TRIALS) {
      return conclusion(SearchResult.Outcome.ERRATIC, passes, ceiling);
    }
    if (ceiling == 0) {
      return upward(history, passes);
    }
    if (majority) {
      WarmUpCheck warmth = new WarmUpCheck(recent, passes);
      if (!warmth.enough()) {
        return warm(passes);
      }
      if (warmth.costFell() && history.failedCold(ceiling)) {
        return new SearchStep.NextTrial(ceiling, TrialStage.BRACKET);
      }
    }
    if (passes == 0) {
      return !history.confirmed(ceiling)
          ? new SearchStep.NextTrial(ceiling, TrialStage.CONFIRM)
          : history.is(ceiling, Status.FAIL)
              ? conclusion(SearchResult.Outcome.FAILS_FROM_THE_START, 0, ceiling)
              : shown(history);
    }
    if (!bounds.closeEnough(passes, ceiling)) {
      return new SearchStep.NextTrial(SearchRange.between(passes, ceiling), TrialStage.BISECT);
    }
    // The failing size first: it may have failed only in a short trial, while the registry was
    // warming up.
    return new SearchStep.NextTrial(
        history.confirmed(ceiling) ? passes : ceiling, TrialStage.CONFIRM);
  }

  /** The result of the trials so far, whether or not the search is over. */
  public SearchResult soFar(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    return ((SearchStep.Conclusion) shown(history)).answer();
  }

  /**
   * The smallest size below the failing ones that was shown neither to pass nor to fail; 0 when
   * there is none.
   */
  public int notShown(List<? extends SizeResult> trials) {
    TrialHistory history = history(trials);
    int ceiling = history.ceiling();
    return history.is(ceiling, Status.INCONCLUSIVE) ? ceiling : 0;
  }

  private TrialHistory history(List<? extends SizeResult> trials) {
    return new TrialHistory(rule, trials, bounds.from(), bounds.to(), earlierTrials);
  }

  /** A bracket, if both of its sizes were shown and none between them is undecided. */
  private static SearchStep shown(TrialHistory history) {
    int passes = history.passes();
    int fails = history.fails();
    boolean closed =
        passes > 0 && fails > 0 && fails == history.ceiling() && history.passedAgain(passes);
    return conclusion(
        closed ? SearchResult.Outcome.BRACKETED : SearchResult.Outcome.INCONCLUSIVE, passes, fails);
  }

  private SearchStep warm(int passes) {
    return new SearchStep.NextTrial(passes > 0 ? passes : gentle, TrialStage.WARM);
  }

  private SearchStep upward(TrialHistory history, int passes) {
    if (passes < bounds.to()) {
      return new SearchStep.NextTrial((int) Math.min(2L * passes, bounds.to()), TrialStage.BRACKET);
    }
    if (!history.confirmed(passes)) {
      return new SearchStep.NextTrial(passes, TrialStage.CONFIRM);
    }
    return history.passedAgain(passes)
        ? conclusion(SearchResult.Outcome.PASSES_TO_THE_END, passes, 0)
        : shown(history);
  }

  private static SearchStep conclusion(SearchResult.Outcome outcome, int passes, int fails) {
    return new SearchStep.Conclusion(new SearchResult(outcome, passes, fails));
  }
}
