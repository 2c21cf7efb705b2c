package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.client.Driver;
import java.time.Duration;
import java.util.Optional;

/**
 * Notices when no node has answered as a registry should for so long that nobody is there. If the
 * generator was late meanwhile, or shortly before, it may have brought that about itself.
 */
final class SilenceDetector {

  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final GeneratorLateness lateness = new GeneratorLateness();
  private long lastAnswer;
  private String lastFailure = "no answer yet";

  /**
   * @param now in nanoseconds
   */
  SilenceDetector(long now) {
    this.lastAnswer = now;
  }

  /**
   * Takes note of a second; one in which nobody was asked is no silence, nor is one in which this
   * machine had no descriptor or port left to ask with.
   *
   * @param excused whether nobody need answer, since nodes are broken on purpose
   * @return the request to stop, once it has lasted too long
   */
  Optional<StopSignal.Request> after(RunStats second, boolean excused, long now) {
    lateness.second(second, now);
    long answered = 0;
    long unanswered = 0;
    boolean unable = false;
    for (OperationStats calls : second.operations().values()) {
      answered += calls.count(OperationCount.OK);
      unanswered += calls.count(OperationCount.IN_FLIGHT) + calls.count(OperationCount.FAILED);
      for (String failure : calls.failures().keySet()) {
        lastFailure = failure;
        unable |= Driver.isShortage(failure);
      }
    }
    if (answered > 0 || unanswered == 0 || unable || excused) {
      lastAnswer = now;
    }
    if (now - lastAnswer <= LONGEST.toNanos()) {
      return Optional.empty();
    }
    return Optional.of(
        new StopSignal.Request(
            lateness.since(lastAnswer - LONGEST.toNanos())
                ? StopSignal.Cause.GENERATOR
                : StopSignal.Cause.SILENCE,
            "for %d s no node has answered as a registry should, last failure: %s"
                .formatted(LONGEST.toSeconds(), lastFailure)));
  }
}
