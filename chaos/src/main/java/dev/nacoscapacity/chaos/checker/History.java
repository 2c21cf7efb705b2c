package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Event;
import java.util.List;

/**
 * A trial as it was recorded.
 *
 * @param seconds of the measurement window, in order
 * @param events of nodes, in order
 * @param faults that were done, in order
 */
public record History(List<Second> seconds, List<Event> events, List<Experiment.Fault> faults) {

  public History {
    seconds = List.copyOf(seconds);
    events = List.copyOf(events);
    faults = List.copyOf(faults);
  }

  /** The seconds that ended after one moment, and not after another. */
  public List<Second> between(double after, double until) {
    return seconds.stream().filter(s -> s.at() > after && s.at() <= until).toList();
  }

  /** The seconds that ended after a moment. */
  public List<Second> after(double moment) {
    return between(moment, Double.MAX_VALUE);
  }

  /** When the first fault was done; there must be one. */
  public double firstFault() {
    return faults.stream().mapToDouble(Experiment.Fault::signalAt).min().orElseThrow();
  }

  /** When the last one was done. */
  public double lastFault() {
    return faults.stream().mapToDouble(Experiment.Fault::signalAt).max().orElseThrow();
  }

  /** When the last heal was done; null when some fault never healed. */
  public Double lastHeal() {
    return faults.stream().anyMatch(fault -> fault.healAt() == null)
        ? null
        : faults.stream().mapToDouble(Experiment.Fault::healAt).max().orElseThrow();
  }

  /** Those faults that were undone, in order. */
  List<Experiment.Fault> healed() {
    return faults.stream().filter(fault -> fault.healAt() != null).toList();
  }

  /** Whether a node is out of service on purpose at a moment, so that it cannot be asked. */
  public boolean out(String node, double at) {
    return faults.stream()
        .filter(fault -> fault.node().equals(node) && isOut(kind(fault)))
        .anyMatch(
            fault -> at >= fault.signalAt() && (fault.healAt() == null || at <= fault.healAt()));
  }

  /** One that is slow, or cut off from other nodes only, goes on telling clients what it knows. */
  private static boolean isOut(FaultKind kind) {
    return kind != FaultKind.SLOW && kind != FaultKind.PARTITION;
  }

  /** What was done; the record has the word. */
  static FaultKind kind(Experiment.Fault fault) {
    return FaultKind.of(fault.fault());
  }
}
