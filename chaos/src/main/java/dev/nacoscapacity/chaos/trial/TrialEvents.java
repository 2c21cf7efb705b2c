package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.History;
import dev.nacoscapacity.chaos.checker.TrialSecond;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Signal;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The seconds and the events of a trial, for the record of the run and the checkers. Thread-safe.
 */
final class TrialEvents {

  /** Number of seconds over which the calls served before a fault are counted. */
  private static final int SERVED_SECONDS = 10;

  private final Scenario.Events record;
  private final Consumer<Message> progress;
  private final List<TrialSecond> seconds = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private Signal next = next();

  /**
   * @param progress receives each action
   */
  TrialEvents(Scenario.Events record, Consumer<Message> progress) {
    this.record = record;
    this.progress = progress;
  }

  private static Signal next() {
    return new Signal("the next second of the fleet");
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

  /** Tells the user of an action. */
  void say(Message action) {
    progress.accept(action);
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

  synchronized void add(TrialSecond second) {
    seconds.add(second);
    next.raise();
    next = next();
  }

  void awaitNextSecond() throws InterruptedException {
    Signal awaited;
    synchronized (this) {
      awaited = next;
    }
    time().await(awaited);
  }

  /** The history so far, with these faults. */
  synchronized History history(List<Experiment.Fault> faults) {
    return new History(seconds, events, faults, record.unknownAfter().toMillis() / 1e3);
  }

  /**
   * The last consecutive seconds, none of which began before a moment; empty when there are not
   * enough yet.
   */
  synchronized List<TrialSecond> last(double length, double notBefore) {
    if (seconds.isEmpty()) {
      return List.of();
    }
    double end = seconds.get(seconds.size() - 1).at();
    int from = seconds.size();
    while (from > 1
        && seconds.get(from - 2).at() >= notBefore
        && end - seconds.get(from - 1).at() < length - 0.5) {
      from--;
    }
    boolean enough = from < seconds.size() && end - start(from) >= length - 0.5;
    return enough ? List.copyOf(seconds.subList(from, seconds.size())) : List.of();
  }

  private double start(int index) {
    return seconds.get(index - 1).at();
  }

  /** Calls a second that a node answered lately. */
  synchronized double served(String node) {
    return seconds.subList(Math.max(0, seconds.size() - SERVED_SECONDS), seconds.size()).stream()
        .mapToLong(second -> second.registry().get(node).count(RegistryCount.SERVED))
        .average()
        .orElse(0);
  }
}
