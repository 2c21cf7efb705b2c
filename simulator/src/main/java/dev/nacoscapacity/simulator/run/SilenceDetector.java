package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.client.Driver;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Requests a stop when no node has answered successfully for 20 s. The request differs if the
 * generator was late then or in the 20 s before, since it may itself be the cause, or if a gateway
 * refused most of the clients' calls that failed meanwhile.
 */
final class SilenceDetector {

  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final GeneratorLateness lateness;
  private long lastAnswer;

  /** Failures of the clients' calls since then, by reason. */
  private final Map<String, Long> failures = new HashMap<>();

  /**
   * @param lateness knows each second before it is added here
   * @param now in nanoseconds
   */
  SilenceDetector(GeneratorLateness lateness, long now) {
    this.lateness = lateness;
    this.lastAnswer = now;
  }

  /** This process stood still for some nanoseconds, in which no answer can have been read. */
  void stoodStill(long nanos) {
    lastAnswer += nanos;
  }

  /**
   * Adds the figures of a second. A second without calls, or in which this machine had no
   * descriptor or port left, does not count as silence. Nor does a long poll that is under way: a
   * node holds it for longer than the limit.
   *
   * @param excused whether silence is expected, since nodes are broken on purpose
   * @param now in nanoseconds
   * @return the request to stop, once the silence has lasted too long
   */
  Optional<StopSignal.Request> after(RunStats second, boolean excused, long now) {
    long answered = 0;
    long unanswered = 0;
    boolean shortage = false;
    for (Map.Entry<String, OperationStats> operation : second.operations().entrySet()) {
      OperationStats calls = operation.getValue();
      answered += calls.count(OperationCount.OK);
      unanswered += calls.count(OperationCount.FAILED);
      if (!Operation.withoutTransport(operation.getKey()).equals(Operation.LISTEN.label())) {
        unanswered += calls.count(OperationCount.IN_FLIGHT);
      }
      shortage |= calls.failures().keySet().stream().anyMatch(Driver::isShortage);
      if (!Operation.isOwn(operation.getKey())) {
        calls.failures().forEach((reason, count) -> failures.merge(reason, count, Long::sum));
      }
    }
    if (answered > 0 || unanswered == 0 || shortage || excused) {
      lastAnswer = now;
      failures.clear();
    }
    if (now - lastAnswer <= LONGEST.toNanos()) {
      return Optional.empty();
    }
    return Optional.of(
        new StopSignal.Request(
            cause(),
            Message.of(
                "stop.silence",
                with("seconds", LONGEST.toSeconds()).and("failure", mostFrequent()))));
  }

  private Optional<String> mostFrequent() {
    return failures.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private StopSignal.Cause cause() {
    long all = failures.values().stream().mapToLong(Long::longValue).sum();
    if (2 * GatewayAnswer.refusals(failures) > all) {
      return StopSignal.Cause.GATEWAY;
    }
    return lateness.since(lastAnswer - LONGEST.toNanos())
        ? StopSignal.Cause.GENERATOR
        : StopSignal.Cause.SILENCE;
  }
}
