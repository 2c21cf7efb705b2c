package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.schedule.Phase;
import java.time.Duration;

/**
 * When clients call, and how long the fleet is there.
 *
 * @param beat from one beat of an instance to its next
 * @param list from one list of an instance to its next
 * @param listen from one long poll of a service's configuration to its next; also what the poll
 *     asks the server to hold. Over gRPC from one batch listen to the next
 * @param scrape from one read of a node's metrics to the next; zero for none
 * @param phase how the instances lie within their periods
 * @param ramp how long the registrations should take at least; zero for as fast as the cluster
 *     answers without queueing, up to 2,000 a second
 * @param warmUp between the last registration and the measurement window
 * @param duration of the measurement window
 * @param registrationGrace how long after its acknowledgement a registration may take to show on
 *     every node, and a deregistered instance to be gone from every node
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

  /** The same, warmed and judged for other times. */
  Timing lasting(Duration otherWarmUp, Duration otherDuration) {
    return new Timing(
        beat, list, listen, scrape, phase, ramp, otherWarmUp, otherDuration, registrationGrace);
  }

  /** The same, but nobody reads the nodes' metrics. */
  Timing withoutScrapes() {
    return new Timing(
        beat, list, listen, Duration.ZERO, phase, ramp, warmUp, duration, registrationGrace);
  }
}
