package dev.nacoscapacity.simulator.console;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.Set;

/**
 * Says how far a phase is. What is left of it is told by the wall's clock.
 *
 * @param dilation how many times slower than the wall's the time of the run is, 1 for as fast
 */
record PhaseProgress(double dilation) {

  /** Phases that end when every instance has been processed. */
  private static final Set<String> RAMPS = Set.of(Phases.RAMP, Phases.DEREGISTER);

  /** Phases with a fixed duration; the others end when their work is done. */
  private static final Set<String> FIXED = Set.of(Phases.WARM_UP, Phases.MEASURE);

  /** How long the phase may take, by both clocks if they differ. */
  String limit(Duration expected) {
    long seconds = expected.toSeconds();
    return seconds + " s" + (dilation == 1 ? "" : ", " + wall(seconds) + byTheWall());
  }

  private String left(double seconds) {
    return wall(seconds) + " left" + byTheWall();
  }

  private String wall(double seconds) {
    return NumberText.time(seconds * dilation);
  }

  private String byTheWall() {
    return dilation == 1 ? "" : " by the wall";
  }

  /**
   * What is left, in words; empty when unknown.
   *
   * @param expected duration of the phase in seconds; 0 when unknown
   * @param elapsed seconds
   */
  String words(RunSecond second, double expected, int elapsed) {
    if (RAMPS.contains(second.phase())) {
      return ramp(second, elapsed);
    }
    double remaining = second.remainingSeconds();
    if (expected <= 0) {
      return "";
    }
    // A phase of the expected length ends with a second in which nothing of it is left.
    if (remaining <= -1) {
      return "longer than expected";
    }
    return (FIXED.contains(second.phase()) ? "" : "at most ") + left(Math.max(0, remaining));
  }

  private String ramp(RunSecond second, int elapsed) {
    int rest = second.instances() - second.completed();
    String words =
        "%s of %s instances"
            .formatted(NumberText.count(second.completed()), NumberText.count(second.instances()));
    if (second.completed() > 0 && rest > 0) {
      words += ", about " + left((double) elapsed * rest / second.completed());
    }
    return words;
  }
}
