package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Victim;
import java.util.ArrayList;
import java.util.List;

/**
 * The bars of an experiment's timeline. Their kinds: {@code stage}, {@code fault}, {@code noticed},
 * {@code rejoin}, {@code outage}, {@code recovery}.
 */
final class Timeline {

  private final List<Band> bars = new ArrayList<>();

  private Timeline() {}

  /**
   * The bars of a trial.
   *
   * @param end of the run, and of a fault that was not healed
   */
  static List<Band> of(Experiment experiment, double end) {
    Timeline timeline = new Timeline();
    experiment
        .stages()
        .forEach(
            stage ->
                timeline.bars.add(
                    new Band("stage", "stages", stage.stage(), stage.fromAt(), stage.toAt())));
    experiment.victims().forEach(victim -> timeline.add(victim, end));
    Experiment.Outage outage = experiment.effects().outage();
    if (outage != null && outage.firstAt() != null) {
      timeline.bars.add(new Band("outage", "outage", null, outage.firstAt() - 1, outage.lastAt()));
    }
    if (experiment.effects().recovery() != null) {
      double first = experiment.faults().stream().mapToDouble(Fault::signalAt).min().orElse(0);
      timeline.since(
          "recovery", "recovery", null, first, experiment.effects().recovery().seconds());
    }
    return timeline.bars;
  }

  private void add(Victim victim, double end) {
    Fault fault = victim.fault();
    String node = fault.node();
    double begin = fault.signalAt();
    bars.add(
        new Band(
            "fault",
            "fault",
            fault.fault() + " " + node,
            begin,
            fault.healAt() == null ? end : fault.healAt()));
    since("noticed", "noticed.clients", node, begin, victim.detection().clientSeconds());
    since("noticed", "noticed.nodes", node, begin, victim.detection().serverSeconds());
    if (fault.healAt() != null) {
      double healed = fault.healAt();
      since("rejoin", "rejoin.process", node, healed, victim.rejoin().processSeconds());
      since("rejoin", "rejoin.up", node, healed, victim.rejoin().upSeconds());
      since("rejoin", "rejoin.raft", node, healed, victim.rejoin().raftSeconds());
      since("rejoin", "rejoin.equal", node, healed, victim.rejoin().equalSeconds());
    }
  }

  /** Adds a bar of this many seconds; no bar when the length is unknown. */
  private void since(String kind, String words, String node, double from, Double seconds) {
    if (seconds != null) {
      bars.add(new Band(kind, words, node, from, from + seconds));
    }
  }
}
