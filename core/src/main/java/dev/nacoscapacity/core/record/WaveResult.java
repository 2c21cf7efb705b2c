package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BinaryOperator;

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
    @JsonUnwrapped Times times,
    long drops,
    long unservedMax) {

  /**
   * When instances left and returned, in seconds; what none did is absent.
   *
   * @param firstSeconds when the first left, or where none leaves began to come back, after the
   *     window began
   * @param lastSeconds when the last was back, or where it stays away, gone
   * @param slowestReturnSeconds from when an instance began to come back, or to log in, to the
   *     answer
   */
  public record Times(Double firstSeconds, Double lastSeconds, Double slowestReturnSeconds) {

    /** From the first to the last; empty when one of them is unknown. */
    public OptionalDouble took() {
      return firstSeconds == null || lastSeconds == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(lastSeconds - firstSeconds);
    }

    private Times with(Times other) {
      return new Times(
          best(firstSeconds, other.firstSeconds, Math::min),
          best(lastSeconds, other.lastSeconds, Math::max),
          best(slowestReturnSeconds, other.slowestReturnSeconds, Math::max));
    }

    private static Double best(Double one, Double other, BinaryOperator<Double> choice) {
      return one == null || other == null ? (one == null ? other : one) : choice.apply(one, other);
    }
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
        times.with(other.times),
        drops + other.drops,
        unservedMax + other.unservedMax);
  }
}
