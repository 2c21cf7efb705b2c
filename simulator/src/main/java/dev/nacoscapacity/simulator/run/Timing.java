package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.schedule.Phase;
import java.time.Duration;

/**
 * The periods of calls, and the durations of the phases.
 *
 * @param beat period of the beats of an instance
 * @param list period of the lists of an instance
 * @param listen period of the long polls of a listener, and how long a poll asks the server to
 *     wait; over gRPC the period of batch listens
 * @param scrape period of scrapes of a node's metrics; zero for none
 * @param phase how instances are distributed over their periods
 * @param ramp shortest duration of all registrations; zero for as fast as the cluster answers
 *     without queueing, up to 2,000 a second
 * @param warmUp from the last registration to the check for completeness that precedes the window
 * @param duration of the measurement window
 * @param registrationGrace longest time from the acknowledgement of a registration until all nodes
 *     list it, and of a deregistration until no node lists it
 */
public record Timing(
    Duration beat,
    Duration list,
    Duration listen,
    Duration scrape,
    Phase phase,
    Duration ramp,
    Duration warmUp,
    Duration duration,
    Duration registrationGrace) {

  /** A copy with other durations of warm-up and measurement. */
  Timing withDurations(Duration otherWarmUp, Duration otherDuration) {
    return new Timing(
        beat, list, listen, scrape, phase, ramp, otherWarmUp, otherDuration, registrationGrace);
  }

  /** A copy without scrapes. */
  Timing withoutScrapes() {
    return new Timing(
        beat, list, listen, Duration.ZERO, phase, ramp, warmUp, duration, registrationGrace);
  }
}
