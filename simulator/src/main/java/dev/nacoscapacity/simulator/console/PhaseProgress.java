package dev.nacoscapacity.simulator.console;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.Set;

/**
 * The progress of a phase.
 *
 * @param share completed, 0 to 1; negative when unknown
 * @param words what is left
 */
record PhaseProgress(double share, String words) {

  /** Phases that end when every instance has been processed. */
  private static final Set<String> RAMPS = Set.of(Phases.RAMP, Phases.DEREGISTER);

  /** Phases with a fixed duration; the others end when their work is done. */
  private static final Set<String> FIXED = Set.of(Phases.WARM_UP, Phases.MEASURE);

  /**
   * @param expected expected duration of the phase in seconds; 0 when unknown
   * @param elapsed elapsed seconds
   */
  static PhaseProgress of(RunSecond second, double expected, int elapsed) {
    if (RAMPS.contains(second.phase())) {
      return ramp(second, elapsed);
    }
    double remaining = second.remainingSeconds();
    if (expected <= 0) {
      return new PhaseProgress(-1, "");
    }
    // A phase of the expected length ends with a second in which nothing of it is left.
    if (remaining <= -1) {
      return new PhaseProgress(1, "longer than expected");
    }
    return new PhaseProgress(
        Math.min(1, Math.max(0, 1 - remaining / expected)),
        (FIXED.contains(second.phase()) ? "" : "at most ")
            + NumberText.time(Math.max(0, remaining))
            + " left");
  }

  private static PhaseProgress ramp(RunSecond second, int elapsed) {
    int rest = second.instances() - second.completed();
    String words =
        "%s of %s instances"
            .formatted(NumberText.count(second.completed()), NumberText.count(second.instances()));
    if (second.completed() > 0 && rest > 0) {
      words += ", about " + NumberText.time((double) elapsed * rest / second.completed()) + " left";
    }
    return new PhaseProgress((double) second.completed() / second.instances(), words);
  }
}
