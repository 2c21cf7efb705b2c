package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records the events of a trial, for the record of the run and for the checkers. Thread-safe. */
final class Timeline {

  private final Scenario.Events record;
  private final List<Event> events = new ArrayList<>();

  Timeline(Scenario.Events record) {
    this.record = record;
  }

  /** The clock of the trial. */
  Time time() {
    return record.time();
  }

  /** Seconds since the run began. */
  double now() {
    return record.seconds();
  }

  /** The moment after a duration from now, in seconds since the run began. */
  double in(Duration time) {
    return now() + time.toMillis() / 1e3;
  }

  /** For how long what a node listed counts when it lists no more. */
  double unknownSeconds() {
    return record.unknownAfter().toMillis() / 1e3;
  }

  /** Records an event that happens now, and returns its time. */
  synchronized double event(String kind, Map<String, Object> fields) {
    double now = now();
    events.add(new Event(time().timeOfDay(), now, kind, fields));
    record.event(kind, fields);
    return now;
  }

  /** Sets the share of a fleet of both protocols that uses gRPC from now on. */
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
