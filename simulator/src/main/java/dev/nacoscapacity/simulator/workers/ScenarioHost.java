package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plays a scenario here, in the parent, while the judged window of all workers is open, and takes
 * down what happens.
 */
final class ScenarioHost implements Scenario.Events, AutoCloseable {

  private final Scenario scenario;
  private final Progress progress;
  private final InstantSource clock;
  private final Instant begun;
  private final List<Event> events = new ArrayList<>();
  private boolean whole;
  private boolean open;

  /**
   * @param progress told of what happens, too
   * @param begun when the run did
   */
  ScenarioHost(Scenario scenario, Progress progress, InstantSource clock, Instant begun) {
    this.scenario = scenario;
    this.progress = progress;
    this.clock = clock;
    this.begun = begun;
  }

  /** All workers go on from a step. */
  void go(WorkerMessage.Go go) {
    whole |= go.step() == Barrier.Step.COMPLETE && go.well();
  }

  /** A phase has begun; a window without a whole registry is for evidence alone. */
  void phase(String phase) {
    if (open) {
      close();
    } else if (whole && phase.equals(Phases.MEASURE)) {
      open = true;
      scenario.begin(this);
    }
  }

  /** Returns whether the window may end before its time. */
  boolean second(Board board) {
    if (open) {
      scenario.second(board);
    }
    return open && scenario.over();
  }

  @Override
  public double seconds() {
    return since(clock.instant());
  }

  /** Takes down what was done to the cluster, and tells of it. */
  @Override
  public void event(String kind, Map<String, Object> fields) {
    note(kind, fields);
    progress.event(kind, fields);
  }

  /** Takes down an event of the parent's own, which is told otherwise. */
  synchronized void note(String kind, Map<String, Object> fields) {
    Instant now = clock.instant();
    events.add(new Event(now, since(now), kind, fields));
  }

  private double since(Instant moment) {
    return Duration.between(begun, moment).toNanos() / 1e9;
  }

  /** What happened so far. */
  synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Whatever was broken must be mended by now. */
  @Override
  public void close() {
    if (open) {
      open = false;
      scenario.end();
    }
  }
}
