package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.MeasurementWindow;
import dev.nacoscapacity.simulator.engine.Rollout;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Takes a fleet through its phases: ramp, warm-up, until the registry is complete, the measurement
 * window, a sweep of every node by identity, deregistration, and a last look for stale instances. A
 * stop leads from any phase straight to the deregistration.
 */
final class Simulation {

  /** How long logins or registrations may go without a single success. */
  private static final Duration STALL = Duration.ofSeconds(30);

  /** How long after the warm-up the registry may take to become complete. */
  private static final Duration COMPLETION = Duration.ofSeconds(60);

  /** How long a fleet is watched that the registry would not take whole. */
  private static final Duration EVIDENCE = Duration.ofSeconds(30);

  /** The loops must know of the window before its first call has ended. */
  private static final Duration LEAD = Duration.ofMillis(250);

  private static final Duration UNLIMITED = Duration.ofDays(1);

  private final RunSettings settings;
  private final Engine engine;
  private final RegistryView view;
  private final TickLoop ticks;
  private final Barrier barrier;
  private final StopSignal stop;
  private final Scenario scenario;
  private final FleetRollout rollout;

  /** Instances that the ramp's last rollout was done with. */
  private int arrived;

  private boolean complete;
  private double windowSeconds;
  private RegistryView.Window found = new RegistryView.Window(0, 0, 0);
  private boolean heldByLag;

  Simulation(
      RunSettings settings,
      Engine engine,
      RegistryView view,
      TickLoop ticks,
      Barrier barrier,
      StopSignal stop,
      Scenario scenario) {
    this.settings = settings;
    this.engine = engine;
    this.view = view;
    this.ticks = ticks;
    this.barrier = barrier;
    this.stop = stop;
    this.scenario = scenario;
    this.rollout = new FleetRollout(settings.fleet().size(), settings.threads(), engine, ticks);
  }

  /**
   * What came out.
   *
   * @param measured of the measurement window, and what nodes listed in it
   * @param complete whether the registry was complete when the window began
   * @param windowSeconds the window's length, 0 when there was none
   * @param found in it
   * @param heldByLag whether the ramp was given up while the generator's own lateness held it back
   */
  record Outcome(
      RunStats measured,
      boolean complete,
      double windowSeconds,
      RegistryView.Window found,
      boolean heldByLag) {}

  Outcome run() {
    if (inStep(Barrier.Step.REGISTERED, ramp())) {
      warmUp();
    }
    RunStats listed = new RunStats(List.copyOf(ticks.lastSecond().registry().keySet()));
    if (complete) {
      measure(settings.timing().duration(), scenario, listed);
    } else if (arrived > 0 && !ticks.stopped()) {
      // The verdict is known; this is for its reasons.
      measure(EVIDENCE, Scenario.NONE, listed);
    } else {
      conclude(listed);
    }
    inStep(Barrier.Step.SWEPT, true);
    stop.request().map(StopSignal.Request::reason).ifPresent(ticks::message);
    new Teardown(
            settings.pace().teardownAtLeast(),
            settings.timing().registrationGrace(),
            publishes(),
            engine,
            rollout,
            ticks)
        .leave(listed);
    engine.closeLoops();
    ticks.countRest();
    RunStats measured = engine.measured();
    measured.append(listed);
    measured.append(ticks.wholeRun());
    return new Outcome(measured, complete, windowSeconds, found, heldByLag);
  }

  /**
   * Goes on with the load until every process of the run has come to the same step, and tells
   * whether all came to it well.
   */
  private boolean inStep(Barrier.Step step, boolean well) {
    Optional<Barrier.Go> go = barrier.pass(step, well);
    while (go.isEmpty() && !ticks.stopped()) {
      ticks.pass();
      go = barrier.pass(step, well);
    }
    if (go.isEmpty()) {
      return false;
    }
    ticks.until(go.get().at(), () -> false);
    return go.get().well() && !ticks.stopped();
  }

  private boolean ramp() {
    ticks.begin(Phases.RAMP, Duration.ZERO);
    if (ticks.stopped()) {
      return false;
    }
    engine.startLoad();
    if (settings.clients().loginEach() && !arrive(Operation.LOGIN, "login", Duration.ZERO)) {
      return false;
    }
    if (publishes() && !arrive(Operation.PUBLISH, "publication", Duration.ZERO)) {
      arrived = 0;
      return false;
    }
    return arrive(Operation.REGISTER, "registration", settings.pace().rampAtLeast())
        && !ticks.stopped();
  }

  /** Whether the configurations that are listened for exist. */
  private boolean publishes() {
    return settings.population().traffic().configurations() != null;
  }

  private boolean arrive(Operation operation, String what, Duration atLeast) {
    Duration limit = atLeast.plus(UNLIMITED);
    Rollout.State state = rollout.run(operation, what, atLeast, limit, STALL, ticks::stopped);
    arrived = state.done();
    heldByLag |= !state.finished() && state.heldByLag();
    return state.finished();
  }

  private void warmUp() {
    ticks.begin(Phases.WARM_UP, settings.timing().warmUp());
    ticks.until(ticks.phaseEnds(), () -> false);
    if (ticks.stopped()) {
      return;
    }
    ticks.begin(Phases.COMPLETION, COMPLETION);
    boolean whole = ticks.until(ticks.phaseEnds(), () -> view.complete(ticks.now()));
    if (!whole && !ticks.stopped()) {
      ticks.note(
          "the registry was not complete %d s after the warm-up".formatted(COMPLETION.toSeconds()));
    }
    complete = inStep(Barrier.Step.COMPLETE, whole);
  }

  private void measure(Duration duration, Scenario during, RunStats listed) {
    long start = ticks.now() + LEAD.toNanos();
    long end = start + duration.toNanos();
    engine.open(window(start, end));
    if (complete) {
      engine.beginWaves(start);
    }
    ticks.until(start, () -> false);
    ticks.begin(Phases.MEASURE, duration);
    view.beginWindow(start);
    ticks.under(during);
    try {
      during.begin(ticks);
      ticks.until(end, during::over);
    } finally {
      during.end();
      ticks.under(Scenario.NONE);
    }
    long ended = Math.max(start, Math.min(ticks.now(), end));
    windowSeconds = (ended - start) / 1e9;
    // What is due from now on is not measured; after a stop its failures would be of our own
    // making.
    engine.open(window(start, ended));
    view.endWindow(ticks.now());
    if (!ticks.stopped()) {
      sweep(ended);
    }
    conclude(listed);
  }

  private void conclude(RunStats listed) {
    view.addWindowTo(listed, ticks.now());
    found = view.window();
  }

  private MeasurementWindow window(long start, long end) {
    return new MeasurementWindow(start, end, settings.longPollHold().toNanos());
  }

  private void sweep(long since) {
    int perSecond = settings.sweepsPerSecond();
    ticks.begin(Phases.SWEEP, ticks.sweepLimit(perSecond));
    ticks.sweep(since, perSecond);
    ticks.pass();
  }
}
