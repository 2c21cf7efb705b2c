package dev.nacoscapacity.chaos.search;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the largest size that holds, where "holds" is said by every one of a size's trials: from
 * the smallest size by doubling, then by halving the ratio between what holds and what does not. An
 * inconclusive size is tried once more; after that nothing was shown of it, and the search goes on
 * below.
 *
 * <p>The size that is found is the one that the search's own luck chose. So it is tried again, and
 * only those fresh trials count for it; if one fails, the search goes on below.
 */
public final class SafeSearch {

  /**
   * A round of trials to make.
   *
   * @param fresh whether the size has held already and is to hold again
   */
  public record Try(int instances, boolean fresh) {}

  private static final class Size {
    /** What was shown: inconclusive for nothing, null while it is open. */
    private Status word;

    private int inconclusive;
    private int passed;
    private int failed;

    /** Whether fresh trials were made, or had no verdict twice. */
    private boolean again;

    /** Those trials, when all of them passed. */
    private Study.Votes fresh;
  }

  private final SearchRange bounds;
  private final Map<Integer, Size> sizes = new TreeMap<>();

  public SafeSearch(SearchRange bounds) {
    this.bounds = bounds;
  }

  /** The smallest size. */
  public int from() {
    return bounds.from();
  }

  /** What to try next; nothing when the answer is found. */
  public Optional<Try> next() {
    if (!sizes.containsKey(bounds.from()) || sizes.get(bounds.from()).word == null) {
      return Optional.of(new Try(bounds.from(), false));
    }
    if (holds().isEmpty()) {
      return Optional.empty();
    }
    int holds = holds().get();
    Optional<Integer> ceiling = smallest(Status.FAIL, Status.INCONCLUSIVE);
    if (ceiling.isEmpty() && holds < bounds.to()) {
      return Optional.of(new Try((int) Math.min(2L * holds, bounds.to()), false));
    }
    if (ceiling.isPresent() && !bounds.closeEnough(holds, ceiling.get())) {
      return Optional.of(new Try(SearchRange.between(holds, ceiling.get()), false));
    }
    return sizes.get(holds).again ? Optional.empty() : Optional.of(new Try(holds, true));
  }

  /**
   * Takes what became of a round.
   *
   * @param trials of it that broke nodes
   */
  public void tried(Try round, Status status, Study.Votes trials) {
    Size size = sizes.computeIfAbsent(round.instances(), instances -> new Size());
    size.passed += trials.passed();
    size.failed += trials.failed();
    if (status == Status.INCONCLUSIVE && ++size.inconclusive == 1) {
      return;
    }
    size.inconclusive = 0;
    size.again = round.fresh();
    if (round.fresh() && status == Status.PASS) {
      size.fresh = trials;
    }
    // That fresh trials show nothing takes nothing back.
    if (!round.fresh() || status == Status.FAIL) {
      size.word = status;
    }
  }

  /** The largest size that holds below every one that does not, or was not shown to. */
  public Optional<Integer> holds() {
    int ceiling = smallest(Status.FAIL, Status.INCONCLUSIVE).orElse(Integer.MAX_VALUE);
    return sizes.entrySet().stream()
        .filter(size -> size.getKey() < ceiling && size.getValue().word == Status.PASS)
        .map(Map.Entry::getKey)
        .max(Integer::compare);
  }

  /** The smallest size that failed. */
  public Optional<Integer> fails() {
    return smallest(Status.FAIL, Status.FAIL);
  }

  /** The smallest size of which nothing was shown, where it lies below those that failed. */
  public Optional<Integer> notShown() {
    int ceiling = fails().orElse(Integer.MAX_VALUE);
    return smallest(Status.INCONCLUSIVE, Status.INCONCLUSIVE).filter(size -> size < ceiling);
  }

  private Optional<Integer> smallest(Status one, Status other) {
    return sizes.entrySet().stream()
        .filter(size -> size.getValue().word == one || size.getValue().word == other)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether even the smallest size was never shown to hold or not to. */
  public boolean nothingShown() {
    return !sizes.containsKey(bounds.from())
        || sizes.get(bounds.from()).word == null
        || sizes.get(bounds.from()).word == Status.INCONCLUSIVE;
  }

  /** Whether the size that holds held again and the one that fails lies as close as was asked. */
  public boolean closed() {
    Study.Bracket bracket = bracket();
    return bracket.passing() != null && bracket.fails() != null && bracket.notShown() == null;
  }

  /** What is known so far, with the fresh trials of what holds and all trials of what fails. */
  public Study.Bracket bracket() {
    Optional<Integer> holds = holds();
    Optional<Integer> fails = fails();
    return new Study.Bracket(
        holds.orElse(null),
        fails.orElse(null),
        holds.map(size -> sizes.get(size).fresh).orElse(null),
        fails.map(sizes::get).map(size -> new Study.Votes(size.passed, size.failed)).orElse(null),
        notShown().orElse(null));
  }
}
