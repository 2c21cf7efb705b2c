package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.TrialFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * How long a search takes: it is rehearsed as if one size after the other were the largest that
 * passes.
 */
public final class SearchRehearsal {

  /** Sizes that are supposed to be the answer, at equal ratios. */
  private static final int ANSWERS = 24;

  /** A registry that is warm at the second look. */
  private static final TrialFigures WARM = TrialFigures.UNKNOWN;

  /** A registry that is warmed as long as one may be. */
  private static final TrialFigures COLD = new TrialFigures(0, null, null, 1.0, null);

  private record Rehearsed(int size, TrialStage stage, Status status, TrialFigures figures)
      implements SizeResult {}

  private final Search search;
  private final List<? extends SizeResult> soFar;
  private final BiFunction<SearchStep.NextTrial, Status, RunTime> each;

  private SearchRehearsal(
      Search search,
      List<? extends SizeResult> soFar,
      BiFunction<SearchStep.NextTrial, Status, RunTime> each) {
    this.search = search;
    this.soFar = soFar;
    this.each = each;
  }

  /**
   * The time of the trials that are left, if no two of them contradict each other: on the average
   * of all answers, and at most.
   *
   * @param soFar the trials that were made
   * @param each the time of a trial with this result
   */
  public static RunTime time(
      Search search,
      List<? extends SizeResult> soFar,
      BiFunction<SearchStep.NextTrial, Status, RunTime> each) {
    SearchRehearsal rehearsal = new SearchRehearsal(search, soFar, each);
    int[] answers = rehearsal.answers();
    Duration sum =
        IntStream.of(answers)
            .mapToObj(answer -> rehearsal.time(answer, WARM).about())
            .reduce(Duration.ZERO, Duration::plus);
    Duration most =
        IntStream.of(answers)
            .mapToObj(answer -> rehearsal.time(answer, COLD).atMost())
            .max(Comparator.naturalOrder())
            .orElseThrow();
    return new RunTime(sum.dividedBy(answers.length), most);
  }

  /** The sizes that may be the largest that passes, by what was seen so far. */
  private int[] answers() {
    int passes = largestPassing();
    int fails = smallestFailing(passes);
    double least = Math.max(1, passes);
    return IntStream.rangeClosed(0, ANSWERS)
        .map(i -> (int) (least * Math.pow(fails / least, (double) i / ANSWERS)))
        .map(size -> Math.max(passes, Math.min(size, fails - 1)))
        .toArray();
  }

  private int largestPassing() {
    return soFar.stream()
        .filter(trial -> trial.status() == Status.PASS)
        .mapToInt(SizeResult::size)
        .max()
        .orElse(search.bounds().from() - 1);
  }

  /** Just above the range where nothing failed. */
  private int smallestFailing(int passes) {
    return soFar.stream()
        .filter(trial -> trial.status() == Status.FAIL && trial.size() > passes)
        .mapToInt(SizeResult::size)
        .min()
        .orElse(search.bounds().to() + 1);
  }

  private RunTime time(int largest, TrialFigures figures) {
    List<SizeResult> trials = new ArrayList<>(soFar);
    RunTime time = RunTime.NONE;
    while (search.next(trials) instanceof SearchStep.NextTrial next) {
      Status status = next.size() <= largest ? Status.PASS : Status.FAIL;
      trials.add(new Rehearsed(next.size(), next.stage(), status, figures));
      time = time.plus(each.apply(next, status));
    }
    return time;
  }
}
