package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.MeasurementWindow;
import dev.nacoscapacity.simulator.engine.Ramp;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Controls the phases of a run: ramp, warm-up, wait for a complete registry, measurement window,
 * sweep of all nodes by identity, deregistration, check for stale instances. A stop in any phase
 * leads directly to the deregistration.
 */
final class Simulation {

  /** Longest time without a single success of a login or registration. */
  private static final Duration STALL = Duration.ofSeconds(30);

  /** Longest time from the warm-up until the registry is complete. */
  private static final Duration COMPLETION = Duration.ofSeconds(60);

  /** Duration of the window of a fleet that the registry did not register completely. */
  private static final Duration INCOMPLETE_FLEET_WINDOW = Duration.ofSeconds(30);

  /** Time from the announcement of the window to its start, so that all loops know it by then. */
  private static final Duration WINDOW_LEAD_TIME = Duration.ofMillis(250);

  private static final Duration UNLIMITED = Duration.ofDays(1);

  private final Workload settings;
  private final LoadFigures figures;
  private final Engine engine;
  private final RegistryView view;
  private final TickLoop ticks;
  private final Barrier barrier;
  private final StopSignal stop;
  private final Scenario scenario;
  private final FleetRamp ramp;

  /** Number of instances that the last operation of the ramp phase has completed. */
  private int rampedUp;

  private boolean complete;
  private double windowSeconds;
  private MeasurementWindow window;
  private RegistryView.Window findings = new RegistryView.Window(0, 0, 0, new RegistryStats());
  private boolean throttledByLag;

  Simulation(
      Workload settings,
      Engine engine,
      RegistryView view,
      TickLoop ticks,
      Barrier barrier,
      StopSignal stop,
      Scenario scenario) {
    this.settings = settings;
    this.figures = new LoadFigures(settings);
    this.engine = engine;
    this.view = view;
    this.ticks = ticks;
    this.barrier = barrier;
    this.stop = stop;
    this.scenario = scenario;
    this.window = window(ticks.now(), ticks.now());
    this.ramp = new FleetRamp(new Fleet(settings.population()), settings.threads(), engine, ticks);
  }

  /**
   * The result of the phases.
   *
   * @param measured calls of the measurement window, and what nodes listed in it
   * @param complete whether the registry was complete when the window began
   * @param windowSeconds duration of the window; 0 without a window
   * @param findings differences between expected and listed instances in the window
   * @param throttledByLag whether the ramp was aborted while lag of the generator throttled it
   * @param lateShare share of the window's seconds in which the generator was late
   * @param stalls of the generator, in the whole run
   */
  record Outcome(
      RunStats measured,
      boolean complete,
      double windowSeconds,
      RegistryView.Window findings,
      boolean throttledByLag,
      double lateShare,
      List<Generator.Stall> stalls) {}

  Outcome run() {
    if (awaitBarrier(Barrier.Step.REGISTERED, ramp())) {
      warmUp();
    }
    RunStats registryStats = new RunStats(List.copyOf(ticks.lastSecond().registry().keySet()));
    if (complete) {
      measure(settings.timing().duration(), scenario, registryStats);
    } else if (rampedUp > 0 && !ticks.stopped()) {
      // The run has failed already; a short window collects the reasons.
      measure(INCOMPLETE_FLEET_WINDOW, Scenario.NONE, registryStats);
    } else {
      closeWindow(registryStats);
    }
    awaitBarrier(Barrier.Step.SWEPT, true);
    stop.request().map(StopSignal.Request::reason).ifPresent(ticks::message);
    new Teardown(
            figures.pace().teardownAtLeast(),
            settings.timing().registrationGrace(),
            publishes(),
            engine,
            ramp,
            ticks)
        .run(registryStats);
    engine.closeLoops();
    ticks.countRest();
    ticks.rethrowFault();
    RunStats measured = engine.measured();
    measured.append(registryStats);
    measured.append(ticks.wholeRun());
    return new Outcome(
        measured,
        complete,
        windowSeconds,
        findings,
        throttledByLag,
        ticks.lateShare(),
        ticks.stalls(window));
  }

  /**
   * Continues the load until every process of the run has reached a step.
   *
   * @return whether all reached it successfully and this run was not stopped
   */
  private boolean awaitBarrier(Barrier.Step step, boolean succeeded) {
    Optional<Barrier.Go> go = barrier.pass(step, succeeded);
    while (go.isEmpty() && !ticks.stopped()) {
      ticks.awaitTick();
      go = barrier.pass(step, succeeded);
    }
    if (go.isEmpty()) {
      return false;
    }
    ticks.runUntil(go.get().at(), () -> false);
    return go.get().well() && !ticks.stopped();
  }

  private boolean ramp() {
    ticks.beginPhase(Phases.RAMP, Duration.ZERO);
    if (ticks.stopped()) {
      return false;
    }
    // First, since a client without a token would only be refused.
    if (settings.loginEach() && !ramp(Operation.LOGIN, "login", Duration.ZERO)) {
      rampedUp = 0;
      return false;
    }
    engine.startLoad();
    if (publishes() && !ramp(Operation.PUBLISH, "publication", Duration.ZERO)) {
      rampedUp = 0;
      return false;
    }
    return ramp(Operation.REGISTER, "registration", figures.pace().rampAtLeast())
        && !ticks.stopped();
  }

  /** Whether the fleet publishes configurations. */
  private boolean publishes() {
    return settings.population().traffic().configurations() != null;
  }

  private boolean ramp(Operation operation, String what, Duration atLeast) {
    Duration limit = atLeast.plus(UNLIMITED);
    Ramp.State state = ramp.run(operation, what, atLeast, limit, STALL, ticks::stopped);
    rampedUp = state.completed();
    throttledByLag |= !state.finished() && state.throttledByLag();
    return state.finished();
  }

  private void warmUp() {
    ticks.beginPhase(Phases.WARM_UP, settings.timing().warmUp());
    ticks.runUntil(ticks.phaseEnds(), () -> false);
    if (ticks.stopped()) {
      return;
    }
    ticks.beginPhase(Phases.COMPLETION, COMPLETION);
    complete = awaitBarrier(Barrier.Step.COMPLETE, becomesComplete());
  }

  /** Gives a registry the time anew in which a stall of the generator let instances expire. */
  private boolean becomesComplete() {
    BooleanSupplier whole = () -> view.complete(ticks.now());
    boolean listsAll = ticks.runUntil(ticks.phaseEnds(), whole);
    if (!listsAll && view.isExplained(ticks.now())) {
      ticks.extendPhase(COMPLETION);
      listsAll = ticks.runUntil(ticks.phaseEnds(), whole);
    }
    if (!listsAll && !ticks.stopped()) {
      String late =
          "the registry was not complete %d s after the warm-up".formatted(COMPLETION.toSeconds());
      ticks.note(late);
      if (view.isExplained(ticks.now())) {
        stop.stop(StopSignal.Cause.GENERATOR, late);
      }
    }
    return listsAll;
  }

  private void measure(Duration duration, Scenario acting, RunStats registryStats) {
    long start = ticks.now() + WINDOW_LEAD_TIME.toNanos();
    long end = start + duration.toNanos();
    engine.open(window(start, end));
    if (complete) {
      engine.beginWaves(start);
    }
    ticks.runUntil(start, () -> false);
    ticks.beginPhase(Phases.MEASURE, duration);
    view.beginWindow(start);
    ticks.setScenario(acting);
    boolean closed = false;
    try {
      acting.begin(ticks);
      ticks.runUntil(end, acting::over);
      if (ticks.stopped()) {
        // The scenario may take minutes to repair what it broke.
        endWindow(start, end);
        closeWindow(registryStats);
        closed = true;
        engine.stopLoad();
        engine.abandonLoad();
      }
    } finally {
      acting.end();
      ticks.setScenario(Scenario.NONE);
    }
    if (!closed) {
      long ended = endWindow(start, end);
      if (!ticks.stopped()) {
        sweep(ended);
      }
      closeWindow(registryStats);
    }
  }

  /** Ends the window now, or when it should have ended, and returns the moment. */
  private long endWindow(long start, long end) {
    long ended = Math.max(start, Math.min(ticks.now(), end));
    windowSeconds = (ended - start) / 1e9;
    // Calls due from now on are not measured: after a stop the teardown would make them fail.
    window = window(start, ended);
    engine.open(window);
    view.endWindow(ticks.now());
    return ended;
  }

  private void closeWindow(RunStats registryStats) {
    view.addWindowTo(registryStats, ticks.now());
    findings = view.window();
  }

  private MeasurementWindow window(long start, long end) {
    return new MeasurementWindow(start, end, figures.longPollHold().toNanos());
  }

  /** Reads every service on every node in place of the lists, so that the load does not grow. */
  private void sweep(long since) {
    engine.stopLists();
    int perSecond = figures.lastSweepPerSecond();
    ticks.beginPhase(Phases.SWEEP, ticks.sweepLimit(perSecond));
    ticks.sweep(since, perSecond);
    ticks.awaitTick();
  }
}
