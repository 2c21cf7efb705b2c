package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.experiment.Experiment.Detection;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.record.Event;
import java.util.List;
import java.util.Optional;

/**
 * Measures how long after a fault clients and nodes noticed it. Clients: the end of the first
 * second with a failed call or a failover retry; when two nodes are broken at once, calls cannot be
 * attributed to one of them. Nodes: the first answer of a surviving node that reports the victim as
 * DOWN, polled every half second.
 */
final class DetectionChecker {

  private static final String DOWN = "DOWN";

  private DetectionChecker() {}

  static List<Detection> check(History history) {
    return history.faults().stream().map(fault -> detection(history, fault)).toList();
  }

  private static Detection detection(History history, Fault fault) {
    Optional<Second> client =
        history.after(fault.signalAt()).stream()
            .filter(second -> second.failed() > 0 || second.failoverRetries() > 0)
            .findFirst();
    Optional<Event> server =
        history.events().stream()
            .filter(event -> event.seconds() >= fault.signalAt())
            .filter(event -> fault.node().equals(event.fields().get(NodeEvents.NODE)))
            .filter(event -> DOWN.equals(event.fields().get(NodeEvents.STATE)))
            .findFirst();
    return new Detection(
        fault.node(),
        client.map(second -> second.at() - fault.signalAt()).orElse(null),
        server.map(event -> event.seconds() - fault.signalAt()).orElse(null),
        server.map(event -> (String) event.fields().get(NodeEvents.SEEN_BY)).orElse(null));
  }
}
