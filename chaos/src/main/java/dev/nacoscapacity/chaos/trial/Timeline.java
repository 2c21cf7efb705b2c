package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.time.Time;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.simulator.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What happened in a trial, for the run's record and for the checkers. Safe for many threads. */
final class Timeline {

  private final Scenario.Events record;
  private final List<Event> events = new ArrayList<>();

  Timeline(Scenario.Events record) {
    this.record = record;
  }

  /** In which the trial waits and works. */
  Time time() {
    return record.time();
  }

  /** Since the run began. */
  double now() {
    return record.seconds();
  }

  /** Records something that happens now, and returns when that is. */
  synchronized double event(String kind, Map<String, Object> fields) {
    double now = now();
    events.add(new Event(time().timeOfDay(), now, kind, fields));
    record.event(kind, fields);
    return now;
  }

  /** Lets so large a share of a fleet of both protocols speak gRPC from now on. */
  void migrate(double grpcShare) {
    event(
        Event.MESSAGE,
        Map.of("text", "clients move: a share of %s is to speak gRPC".formatted(grpcShare)));
    record.migrate(grpcShare);
  }

  synchronized List<Event> events() {
    return List.copyOf(events);
  }
}
