package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.workload.Wave;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outcome of one {@link Wave} of a fleet, by the end of the measurement window.
 *
 * @param atSeconds when it was to begin, after the window did
 * @param instances that it concerns
 * @param left of them, or began to log in; those that were away already are passed over
 * @param back that were registered again, or had logged in
 * @param failed calls of leaving, of coming back and of logging in; those that were tried again
 *     included
 * @param unfinished whose turn was yet to come, or who were still on their way, when the window
 *     ended
 * @param firstSeconds when the first left, or where none leaves began to come back, after the
 *     window began; null when none did
 * @param lastSeconds when the last was back, or where it stays away, gone; null when none was
 * @param slowestReturnSeconds from when an instance began to come back, or to log in, to the
 *     answer; null when none did
 * @param drops of all nodes in its time, as in registry.csv
 * @param unservedMax actors of one operation that were without service at one time meanwhile
 */
public record WaveResult(
    Wave.Kind kind,
    double atSeconds,
    long instances,
    long left,
    long back,
    long failed,
    long unfinished,
    Double firstSeconds,
    Double lastSeconds,
    Double slowestReturnSeconds,
    long drops,
    long unservedMax) {

  /** Seconds from the first to the last; null when one of them is unknown. */
  public Double took() {
    return firstSeconds == null || lastSeconds == null
        ? null
        : Double.valueOf(lastSeconds - firstSeconds);
  }

  /** The outcome of the same waves in several parts of a fleet, as one. */
  public static List<WaveResult> merged(List<List<WaveResult>> parts) {
    List<WaveResult> merged = new ArrayList<>();
    int waves = parts.stream().mapToInt(List::size).max().orElse(0);
    for (int wave = 0; wave < waves; wave++) {
      int number = wave;
      parts.stream()
          .filter(part -> part.size() > number)
          .map(part -> part.get(number))
          .reduce(WaveResult::plus)
          .ifPresent(merged::add);
    }
    return merged;
  }

  /** The parts' worst moments need not be the same, so the sum of what was unserved is a bound. */
  private WaveResult plus(WaveResult other) {
    return new WaveResult(
        kind,
        atSeconds,
        instances + other.instances,
        left + other.left,
        back + other.back,
        failed + other.failed,
        unfinished + other.unfinished,
        values(firstSeconds, other.firstSeconds).min(Comparator.naturalOrder()).orElse(null),
        values(lastSeconds, other.lastSeconds).max(Comparator.naturalOrder()).orElse(null),
        values(slowestReturnSeconds, other.slowestReturnSeconds)
            .max(Comparator.naturalOrder())
            .orElse(null),
        drops + other.drops,
        unservedMax + other.unservedMax);
  }

  private static Stream<Double> values(Double one, Double other) {
    return Stream.concat(Stream.ofNullable(one), Stream.ofNullable(other));
  }
}
