package dev.nacoscapacity.chaos.search;

import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.capacity.Bounds;
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

  private final Bounds bounds;
  private final Map<Integer, Status> tried = new TreeMap<>();
  private final Map<Integer, Integer> inconclusive = new TreeMap<>();

  public SafeSearch(Bounds bounds) {
    this.bounds = bounds;
  }

  /** The smallest size. */
  public int from() {
    return bounds.from();
  }

  /** What to try next; nothing when the answer is found. */
  public OptionalInt next() {
    if (!tried.containsKey(bounds.from())) {
      return OptionalInt.of(bounds.from());
    }
    Optional<Integer> holds = holds();
    Optional<Integer> fails = fails();
    if (holds.isEmpty()) {
      return OptionalInt.empty();
    }
    if (fails.isEmpty()) {
      return holds.get() == bounds.to()
          ? OptionalInt.empty()
          : OptionalInt.of((int) Math.min(2L * holds.get(), bounds.to()));
    }
    return bounds.closeEnough(holds.get(), fails.get())
        ? OptionalInt.empty()
        : OptionalInt.of(Bounds.between(holds.get(), fails.get()));
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
    return tried.getOrDefault(bounds.from(), Status.INCONCLUSIVE) == Status.INCONCLUSIVE;
  }

  /** What is known so far. */
  public Study.Bracket bracket() {
    return new Study.Bracket(holds().orElse(null), fails().orElse(null));
  }
}
