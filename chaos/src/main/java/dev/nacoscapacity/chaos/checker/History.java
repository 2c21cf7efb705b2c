package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Event;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The recorded history of a trial.
 *
 * @param seconds of the measurement window, in order
 * @param events of nodes, in order
 * @param faults that were injected, in order
 * @param unknownSeconds for how long what a node listed counts when it lists no more
 */
public record History(
    List<TrialSecond> seconds,
    List<Event> events,
    List<Experiment.Fault> faults,
    double unknownSeconds) {

  public History {
    seconds = List.copyOf(seconds);
    events = List.copyOf(events);
    faults = List.copyOf(faults);
  }

  /** The seconds that ended in the interval ({@code after}, {@code until}]. */
  public List<TrialSecond> between(double after, double until) {
    return seconds.stream().filter(s -> s.at() > after && s.at() <= until).toList();
  }

  /** The seconds that ended after a moment. */
  public List<TrialSecond> after(double moment) {
    return between(moment, Double.MAX_VALUE);
  }

  /** The nodes that the fleet reads. */
  Set<String> nodes() {
    return seconds.isEmpty() ? Set.of() : seconds.get(0).registry().keySet();
  }

  /**
   * When the first fault was begun; there must be one. A hook may break a node long before it is
   * seen to.
   */
  double firstIntent() {
    return faults.stream().mapToDouble(Experiment.Fault::intentAt).min().orElseThrow();
  }

  /** When the first fault was injected; there must be one. */
  public double firstFault() {
    return faults.stream().mapToDouble(Experiment.Fault::signalAt).min().orElseThrow();
  }

  /** When the last fault was injected. */
  public double lastFault() {
    return faults.stream().mapToDouble(Experiment.Fault::signalAt).max().orElseThrow();
  }

  /** When the last heal was done; empty when a fault was never healed. */
  public Optional<Double> lastHeal() {
    return faults.stream().anyMatch(fault -> fault.healAt() == null)
        ? Optional.empty()
        : faults.stream().map(Experiment.Fault::healAt).max(Double::compare);
  }

  /** The healed faults, in order. */
  List<Experiment.Fault> healed() {
    return faults.stream().filter(fault -> fault.healAt() != null).toList();
  }

  /**
   * Whether a node is out of service because of a fault at a moment, so that its answers do not
   * count.
   */
  public boolean out(String node, double at) {
    return faults.stream()
        .filter(fault -> fault.node().equals(node) && isOut(kind(fault)))
        .anyMatch(
            fault -> at >= fault.signalAt() && (fault.healAt() == null || at <= fault.healAt()));
  }

  /** A node that is slow, or cut off from other nodes only, still answers clients. */
  private static boolean isOut(FaultKind kind) {
    return kind != FaultKind.SLOW && kind != FaultKind.PARTITION;
  }

  /** The kind of a fault, parsed from the word in the record. */
  static FaultKind kind(Experiment.Fault fault) {
    return FaultKind.of(fault.fault());
  }
}
