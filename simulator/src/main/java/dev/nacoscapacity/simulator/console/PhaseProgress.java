package dev.nacoscapacity.simulator.console;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.Set;

/**
 * Says how far a phase is. What is left of it is told by the wall's clock.
 *
 * @param language of the words
 * @param dilation how many times slower than the wall's the time of the run is, 1 for as fast
 */
record PhaseProgress(Language language, double dilation) {

  /** Phases that end when every instance has been processed. */
  private static final Set<String> RAMPS = Set.of(Phases.RAMP, Phases.DEREGISTER);

  /** Phases with a fixed duration; the others end when their work is done. */
  private static final Set<String> FIXED = Set.of(Phases.WARM_UP, Phases.MEASURE);

  /** How long the phase may take, by both clocks if they differ. */
  String limit(Duration expected) {
    long seconds = expected.toSeconds();
    return language.say(
        "progress.limit",
        with("seconds", Long.toString(seconds)).and("wall", dilation == 1 ? null : wall(seconds)));
  }

  private Message left(String sentence, double seconds) {
    return Message.of(
        sentence, with("time", wall(seconds)).and("clock", dilation == 1 ? null : "wall"));
  }

  private String wall(double seconds) {
    return NumberText.time(seconds * dilation);
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
      return language.say("progress.longer");
    }
    boolean fixed = FIXED.contains(second.phase());
    return left(fixed ? "progress.left" : "progress.leftAtMost", Math.max(0, remaining))
        .in(language);
  }

  private String ramp(RunSecond second, int elapsed) {
    int rest = second.instances() - second.completed();
    boolean foreseen = second.completed() > 0 && rest > 0;
    return language.say(
        "progress.ramp",
        with("completed", second.completed())
            .and("instances", second.instances())
            .and(
                "left",
                foreseen
                    ? left("progress.left", (double) elapsed * rest / second.completed())
                        .in(language)
                    : null));
  }
}
