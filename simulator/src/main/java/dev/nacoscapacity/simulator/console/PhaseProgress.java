package dev.nacoscapacity.simulator.console;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.Set;

/** Says how far a phase is. */
final class PhaseProgress {

  /** Phases that end when every instance has been processed. */
  private static final Set<String> RAMPS = Set.of(Phases.RAMP, Phases.DEREGISTER);

  /** Phases with a fixed duration; the others end when their work is done. */
  private static final Set<String> FIXED = Set.of(Phases.WARM_UP, Phases.MEASURE);

  private PhaseProgress() {}

  /**
   * What is left, in words; empty when unknown.
   *
   * @param expected duration of the phase in seconds; 0 when unknown
   * @param elapsed seconds
   */
  static String words(RunSecond second, double expected, int elapsed) {
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
    return (FIXED.contains(second.phase()) ? "" : "at most ")
        + NumberText.time(Math.max(0, remaining))
        + " left";
  }

  private static String ramp(RunSecond second, int elapsed) {
    int rest = second.instances() - second.completed();
    String words =
        "%s of %s instances"
            .formatted(NumberText.count(second.completed()), NumberText.count(second.instances()));
    if (second.completed() > 0 && rest > 0) {
      words += ", about " + NumberText.time((double) elapsed * rest / second.completed()) + " left";
    }
    return words;
  }
}
