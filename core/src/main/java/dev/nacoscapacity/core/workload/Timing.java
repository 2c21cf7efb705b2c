package dev.nacoscapacity.core.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * The periods of calls, and the durations of the phases. A period of zero is never.
 *
 * @param beat period of the beats of an instance
 * @param list period of the lists of an instance that lists
 * @param listen period of the long polls of a listener, and how long a poll asks the server to
 *     wait; over gRPC the period of batch listens
 * @param scrape period of scrapes of a node's metrics
 * @param phase how instances are distributed over their periods
 * @param ramp shortest duration of all registrations; zero for as fast as the cluster answers
 *     without queueing, up to 2,000 a second
 * @param warmUp from the last registration to the check for completeness that precedes the window
 * @param duration of the measurement window; with stages, of the last one
 * @param registrationGrace longest time from the acknowledgement of a registration until all nodes
 *     list it, and of a deregistration until no node lists it
 * @param stages sizes at which a growing fleet is held in turn; empty for one size, all instances
 * @throws IllegalArgumentException when a period is below 1 ms, but not zero
 */
@RecordBuilder
public record Timing(
    Duration beat,
    Duration list,
    Duration listen,
    Duration scrape,
    Phase phase,
    Duration ramp,
    Duration warmUp,
    Duration duration,
    Duration registrationGrace,
    List<Stage> stages)
    implements TimingBuilder.With {

  public Timing {
    stages = List.copyOf(stages);
    for (Duration period : List.of(beat, list, listen, scrape)) {
      if (!period.isZero() && period.toMillis() < 1) {
        throw new IllegalArgumentException("a period is 1 ms or more, or never; not " + period);
      }
    }
  }

  /** The periods of a polling client, a minute of warm-up and a minute measured. */
  public static final Timing USUAL =
      new Timing(
          BeatTime.INTERVAL.usual(),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(15),
          Phase.SPREAD,
          Duration.ZERO,
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          List.of());

  /** A duration in seconds, to a millisecond, as in records. */
  public static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
