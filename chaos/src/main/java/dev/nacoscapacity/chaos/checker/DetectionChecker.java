package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.record.Event;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Measures how long after a fault clients and nodes noticed it. Clients: the end of the first
 * second with more failed calls and failover retries than any of the steady state; when two nodes
 * are broken at once, calls cannot be attributed to one of them. Nodes: the first answer of a
 * surviving node that reports the victim as DOWN, polled every half second. What follows a later
 * fault is attributed to the later fault.
 */
final class DetectionChecker {

  private static final String DOWN = "DOWN";

  /**
   * Faults that begin this close together are injected at once: the figures of calls are totals of
   * a second.
   */
  private static final double AT_ONCE = 1;

  private DetectionChecker() {}

  static List<Detection> check(History history, Baseline baseline) {
    long usual = Background.of(history, baseline).disturbed();
    return history.faults().stream().map(fault -> detection(history, usual, fault)).toList();
  }

  /**
   * @param usual calls that are disturbed in a second without any fault
   */
  private static Detection detection(History history, long usual, Fault fault) {
    // By the intent, since a hook may take long to break one of several nodes.
    double nextFault = next(history, later -> later.intentAt() > fault.signalAt() + AT_ONCE);
    double nextOfNode =
        next(
            history,
            later -> later.node().equals(fault.node()) && later.signalAt() > fault.signalAt());
    Optional<TrialSecond> client =
        history.between(fault.signalAt(), nextFault).stream()
            .filter(second -> second.disturbed() > usual)
            .findFirst();
    Optional<Event> server =
        history.events().stream()
            .filter(event -> event.seconds() >= fault.signalAt())
            .filter(event -> event.seconds() < nextOfNode)
            .filter(event -> fault.node().equals(event.fields().get(NodeEvents.NODE)))
            .filter(event -> DOWN.equals(event.fields().get(NodeEvents.STATE)))
            .findFirst();
    return new Detection(
        fault.node(),
        client.map(second -> second.at() - fault.signalAt()).orElse(null),
        server.map(event -> event.seconds() - fault.signalAt()).orElse(null),
        server.map(event -> (String) event.fields().get(NodeEvents.SEEN_BY)).orElse(null),
        survivors(history, fault));
  }

  private static int survivors(History history, Fault fault) {
    return (int)
        history.nodes().stream()
            .filter(node -> !node.equals(fault.node()))
            .filter(node -> !history.out(node, fault.signalAt() + AT_ONCE))
            .count();
  }

  /** When the next of these faults took effect. */
  private static double next(History history, Predicate<Fault> faults) {
    return history.faults().stream()
        .filter(faults)
        .mapToDouble(Fault::signalAt)
        .min()
        .orElse(Double.MAX_VALUE);
  }
}
