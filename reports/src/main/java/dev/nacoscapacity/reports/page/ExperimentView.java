package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.experiment.Experiment.Detection;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A trial of an experiment as the page shows it.
 *
 * @param victims the nodes that were broken, in order
 */
record ExperimentView(Experiment experiment, List<Victim> victims) {

  /**
   * What was done to one node, and what it did.
   *
   * @param detection null when nothing was found out, like {@code rejoin}
   */
  record Victim(Fault fault, Detection detection, Rejoin rejoin) {}

  /** Null when there was none. */
  static ExperimentView of(Experiment experiment) {
    return experiment == null ? null : new ExperimentView(experiment, victims(experiment));
  }

  private static List<Victim> victims(Experiment experiment) {
    List<Rejoin> ways = experiment.waysBack();
    return IntStream.range(0, experiment.faults().size())
        .mapToObj(
            i -> {
              Fault fault = experiment.faults().get(i);
              Detection detection =
                  i < experiment.detection().size() ? experiment.detection().get(i) : null;
              return new Victim(fault, detection, ways.get(i));
            })
        .toList();
  }

  /**
   * The bars of its timeline.
   *
   * @param end of the run, and of what has no end of its own
   */
  List<Stretch> stretches(double end) {
    List<Stretch> all = new ArrayList<>();
    experiment
        .stages()
        .forEach(
            stage ->
                all.add(
                    new Stretch("stage", "stages", stage.stage(), stage.fromAt(), stage.toAt())));
    victims.forEach(victim -> addVictim(all, victim, end));
    Experiment.Outage outage = experiment.outage();
    if (outage != null && outage.firstAt() != null) {
      all.add(new Stretch("outage", "outage", null, outage.firstAt() - 1, outage.lastAt()));
    }
    Experiment.Recovery recovery = experiment.recovery();
    if (recovery != null && recovery.seconds() != null) {
      double first = experiment.faults().stream().mapToDouble(Fault::signalAt).min().orElse(0);
      all.add(since("recovery", "recovery", null, first, recovery.seconds()));
    }
    return all;
  }

  private static void addVictim(List<Stretch> all, Victim victim, double end) {
    Fault fault = victim.fault();
    double begin = fault.signalAt();
    all.add(
        new Stretch(
            "fault",
            "fault",
            fault.fault() + " " + fault.node(),
            begin,
            fault.healAt() == null ? end : fault.healAt()));
    if (victim.detection() != null) {
      add(
          all,
          "noticed",
          "noticed.clients",
          fault.node(),
          begin,
          victim.detection().clientSeconds());
      add(all, "noticed", "noticed.nodes", fault.node(), begin, victim.detection().serverSeconds());
    }
    if (victim.rejoin() != null) {
      double healed = fault.healAt();
      add(all, "rejoin", "rejoin.process", fault.node(), healed, victim.rejoin().processSeconds());
      add(all, "rejoin", "rejoin.up", fault.node(), healed, victim.rejoin().upSeconds());
      add(all, "rejoin", "rejoin.raft", fault.node(), healed, victim.rejoin().raftSeconds());
      add(all, "rejoin", "rejoin.equal", fault.node(), healed, victim.rejoin().equalSeconds());
    }
  }

  private static void add(
      List<Stretch> all, String kind, String words, String node, double from, Double seconds) {
    if (seconds != null) {
      all.add(since(kind, words, node, from, seconds));
    }
  }

  private static Stretch since(
      String kind, String words, String node, double from, double seconds) {
    return new Stretch(kind, words, node, from, from + seconds);
  }
}
