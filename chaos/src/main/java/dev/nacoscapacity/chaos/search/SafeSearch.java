package dev.nacoscapacity.chaos.search;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Finds the largest size that holds, where "holds" is said by every one of a size's trials: from
 * the smallest size by doubling, then by halving the ratio between what holds and what fails. An
 * inconclusive size is tried once more; after that it counts as one that does not hold, since
 * nothing was shown.
 */
public final class SafeSearch {

  private final int from;
  private final int to;
  private final double width;
  private final Map<Integer, Status> tried = new TreeMap<>();
  private final Map<Integer, Integer> inconclusive = new TreeMap<>();

  /**
   * @param from the smallest size, 1 or more
   * @param to the largest, above it
   * @param width how far apart the answer's sizes may lie, as a share of the lower one
   */
  public SafeSearch(int from, int to, double width) {
    if (from < 1 || to <= from) {
      throw new IllegalArgumentException(
          "--to is above --from, and --from 1 or more; not %d and %d".formatted(to, from));
    }
    if (!(width > 0 && width <= 1)) {
      throw new IllegalArgumentException("--width is above 0 % and at most 100 %");
    }
    this.from = from;
    this.to = to;
    this.width = width;
  }

  /** The smallest size. */
  public int from() {
    return from;
  }

  /** What to try next; nothing when the answer is found. */
  public OptionalInt next() {
    if (!tried.containsKey(from)) {
      return OptionalInt.of(from);
    }
    Optional<Integer> holds = holds();
    Optional<Integer> fails = fails();
    if (holds.isEmpty()) {
      return OptionalInt.empty();
    }
    if (fails.isEmpty()) {
      return holds.get() == to
          ? OptionalInt.empty()
          : OptionalInt.of((int) Math.min(2L * holds.get(), to));
    }
    int middle = (int) Math.round(Math.sqrt((double) holds.get() * fails.get()));
    boolean close = fails.get() <= holds.get() * (1 + width) || tried.containsKey(middle);
    return close ? OptionalInt.empty() : OptionalInt.of(middle);
  }

  /** Takes what became of a size. */
  public void tried(int size, Status status) {
    if (status == Status.INCONCLUSIVE && inconclusive.merge(size, 1, Integer::sum) == 1) {
      return;
    }
    tried.put(size, status);
  }

  /** The largest size that holds below every one that does not. */
  public Optional<Integer> holds() {
    int ceiling = fails().orElse(Integer.MAX_VALUE);
    return tried.entrySet().stream()
        .filter(size -> size.getKey() < ceiling && size.getValue() == Status.PASS)
        .map(Map.Entry::getKey)
        .max(Integer::compare);
  }

  /** The smallest size that does not hold. */
  public Optional<Integer> fails() {
    return tried.entrySet().stream()
        .filter(size -> size.getValue() != Status.PASS)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether even the smallest size was never shown to hold or not to. */
  public boolean nothingShown() {
    return !tried.containsKey(from) || tried.get(from) == Status.INCONCLUSIVE;
  }

  /** What is known so far. */
  public Study.Bracket bracket() {
    return new Study.Bracket(holds().orElse(null), fails().orElse(null));
  }
}
