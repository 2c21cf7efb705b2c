package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.MeasurementWindow;
import dev.nacoscapacity.simulator.engine.Ramp;
import dev.nacoscapacity.simulator.verify.RegistryView;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Controls the phases of a run: wait for other shards, ramp, warm-up, wait for a complete registry,
 * measurement window, sweep of all nodes by identity, deregistration, check for stale instances. A
 * stop in any phase leads directly to the deregistration. A fleet that grows in stages has a ramp,
 * a warm-up, a wait and a window for each, up to the first that fails; what follows is for all.
 *
 * @param judge of a stage that may not be the last one
 */
record RunPhases(
    Workload settings,
    Engine engine,
    RegistryView view,
    TickLoop ticks,
    Barrier barrier,
    StopSignal stop,
    Function<Outcome, Status> judge) {

  /** Longest time without a single success of a login or registration. */
  private static final Duration STALL = Duration.ofSeconds(30);

  /** Longest time from the warm-up until the registry is complete. */
  static final Duration COMPLETION = Duration.ofSeconds(60);

  /** Duration of the window of a fleet that the registry did not register completely. */
  private static final Duration INCOMPLETE_FLEET_WINDOW = Duration.ofSeconds(30);

  /** Time from the announcement of the window to its start, so that all loops know it by then. */
  private static final Duration WINDOW_LEAD_TIME = Duration.ofMillis(250);

  /** How long calls of a stage's window usually take to end before the stage is judged. */
  static final Duration SETTLE = Duration.ofSeconds(5);

  /**
   * How the ramp ended.
   *
   * @param finished whether all its operations have ended
   * @param completed number of instances that registered; 0 when it did not come to that
   * @param throttledByLag whether it was aborted while lag of the generator throttled it
   */
  private record RampResult(boolean finished, int completed, boolean throttledByLag) {

    static RampResult of(Ramp.State state, int completed) {
      return new RampResult(
          state.finished(), completed, !state.finished() && state.throttledByLag());
    }
  }

  /**
   * What the measurement window showed.
   *
   * @param findings what nodes listed, and how it differs from what was expected
   */
  private record WindowResult(MeasurementWindow window, RegistryView.Findings findings) {

    double seconds() {
      return (window.end() - window.start()) / 1e9;
    }
  }

  /**
   * What a stage has shown.
   *
   * @param complete whether the registry was complete when its window began
   */
  private record StageRun(Stage stage, RampResult ramped, boolean complete, WindowResult result) {}

  /**
   * The result of the phases.
   *
   * @param stage whose window it is
   * @param windowBegan in seconds since the run began
   * @param measured calls of the measurement window, and what nodes listed in it
   * @param complete whether the registry was complete when the window began
   * @param windowSeconds duration of the window; 0 without a window
   * @param findings differences between expected and listed instances in the window
   * @param throttledByLag whether the ramp was aborted while lag of the generator throttled it
   * @param lateShare share of the window's seconds in which the generator was late
   * @param stalls of the generator, in the whole run
   */
  record Outcome(
      Stage stage,
      double windowBegan,
      RunStats measured,
      boolean complete,
      double windowSeconds,
      RegistryView.Findings findings,
      boolean throttledByLag,
      double lateShare,
      List<Generator.Stall> stalls) {}

  /**
   * Runs all phases.
   *
   * @param scenario acts on the cluster within the measurement window of a complete fleet
   */
  Outcome run(Scenario scenario) {
    FleetRamp ramp =
        new FleetRamp(new Fleet(settings.population()), settings.threads(), engine, ticks);
    if (barrier.pass(Barrier.Step.STARTED, true).isEmpty()) {
      ticks.beginPhase(Phases.GATHER, Duration.ZERO);
      awaitBarrier(Barrier.Step.STARTED, true);
    }
    StageRun held = runStages(ramp, scenario);
    awaitBarrier(Barrier.Step.SWEPT, true);
    stop.request().map(StopSignal.Request::reason).ifPresent(ticks.host()::note);
    Map<String, Long> stale = new Teardown(settings, view.nodes(), engine, ramp, ticks).run();
    engine.closeLoops();
    ticks.countRest();
    return outcome(held, stale);
  }

  /**
   * Holds the fleet at each of its sizes, up to the first that fails; returns the last one held.
   */
  private StageRun runStages(FleetRamp ramp, Scenario scenario) {
    List<Stage> stages = settings.timing().stages();
    if (stages.isEmpty()) {
      Stage whole = new Stage(settings.instances(), settings.timing().duration());
      return withSweep(runStage(whole, ramp, ramp.all(), scenario, Optional.empty()));
    }
    Optional<StageRun> held = Optional.empty();
    for (Stage stage : stages) {
      if (held.isPresent() && !goesOn(held.get())) {
        break;
      }
      int from = held.map(before -> before.stage().instances()).orElse(0);
      event(stage, "begun");
      FleetRamp.Part added = new FleetRamp.Part(from, stage.instances());
      held = Optional.of(runStage(stage, ramp, added, scenario, held));
      event(stage, "over");
    }
    return withSweep(held.orElseThrow());
  }

  private void event(Stage stage, String state) {
    ticks.host().event(Event.STAGE, Map.of("instances", stage.instances(), "state", state));
  }

  /**
   * Judges a stage that has been held, once its last calls have ended: a call that is still under
   * way may be the slowest of all, and would count for no stage.
   */
  private boolean goesOn(StageRun held) {
    if (!held.complete() || ticks.stopped()) {
      return false;
    }
    ticks.beginPhase(Phases.SETTLE, SETTLE);
    ticks.runUntil(ticks.phaseEnds(), () -> false);
    ticks.extendPhase(load().lastCalls(view.nodes()));
    ticks.runUntil(ticks.phaseEnds(), () -> engine.measuredCallsUnderWay() == 0);
    if (ticks.stopped()) {
      return false;
    }
    Status status = judge.apply(outcome(held, Map.of()));
    ticks
        .host()
        .note(
            Message.of(
                "note.stage",
                with("instances", held.stage().instances()).and("status", status.word())));
    return status != Status.FAIL;
  }

  /**
   * Lets instances register, and holds the fleet.
   *
   * @param before what counts where a stop leaves no time for a window
   */
  private StageRun runStage(
      Stage stage,
      FleetRamp ramp,
      FleetRamp.Part added,
      Scenario scenario,
      Optional<StageRun> before) {
    RampResult ramped = ramped(ramp, added);
    boolean complete =
        awaitBarrier(Barrier.Step.REGISTERED, ramped.finished() && !ticks.stopped()) && warmUp();
    if (complete) {
      return new StageRun(stage, ramped, true, measure(stage.duration(), scenario, true));
    }
    if (ramped.completed() > 0 && !ticks.stopped()) {
      // The run has failed already; a short window collects the reasons.
      WindowResult reasons = measure(INCOMPLETE_FLEET_WINDOW, Scenario.NONE, false);
      return new StageRun(stage, ramped, false, reasons);
    }
    return before.orElseGet(
        () -> new StageRun(stage, ramped, false, measured(window(ticks.now(), ticks.now()))));
  }

  /** The last stage with what a sweep adds to its window; without one where it has none. */
  private StageRun withSweep(StageRun held) {
    MeasurementWindow window = held.result().window();
    if (ticks.stopped() || window.end() == window.start()) {
      return held;
    }
    sweep(window.end());
    return new StageRun(held.stage(), held.ramped(), held.complete(), measured(window));
  }

  /**
   * @param stale instances that each node still listed at the end; empty where that is unknown
   */
  private Outcome outcome(StageRun held, Map<String, Long> stale) {
    WindowResult result = held.result();
    RunStats figures = engine.measured();
    figures.append(result.findings().listed());
    stale.forEach(
        (node, count) -> {
          RegistryStats listed = figures.registry().get(node);
          listed.set(RegistryCount.STALE, Math.max(listed.count(RegistryCount.STALE), count));
        });
    figures.append(ticks.wholeRun());
    return new Outcome(
        held.stage(),
        ticks.seconds(result.window().start()),
        figures,
        held.complete(),
        result.seconds(),
        result.findings(),
        held.ramped().throttledByLag(),
        ticks.stalls().lateShare(),
        ticks.stalls().of(result.window()));
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

  private RampResult ramped(FleetRamp ramp, FleetRamp.Part part) {
    ticks.beginPhase(Phases.RAMP, Duration.ZERO);
    if (ticks.stopped()) {
      return new RampResult(false, part.from(), false);
    }
    // First, since a client without a token would only be refused.
    if (settings.loginEach()) {
      Ramp.State logins = run(ramp, Operation.LOGIN, part, "login", Duration.ZERO);
      if (!logins.finished()) {
        return RampResult.of(logins, part.from());
      }
    }
    if (part.from() == 0) {
      engine.startLoad();
    }
    if (part.from() == 0 && settings.population().publishes()) {
      Ramp.State publications =
          run(ramp, Operation.PUBLISH, ramp.all(), "publication", Duration.ZERO);
      if (!publications.finished()) {
        return RampResult.of(publications, 0);
      }
    }
    Duration atLeast =
        load().pace().rampAtLeast().multipliedBy(part.size()).dividedBy(ramp.all().size());
    Ramp.State registrations = run(ramp, Operation.REGISTER, part, "registration", atLeast);
    return RampResult.of(registrations, part.from() + registrations.completed());
  }

  private Ramp.State run(
      FleetRamp ramp, Operation operation, FleetRamp.Part part, String what, Duration atLeast) {
    return ramp.run(operation, part, what, atLeast, STALL, ticks::stopped);
  }

  /** Warms up, and returns whether the registry lists the complete fleet. */
  private boolean warmUp() {
    ticks.beginPhase(Phases.WARM_UP, settings.timing().warmUp());
    ticks.runUntil(ticks.phaseEnds(), () -> false);
    if (ticks.stopped()) {
      return false;
    }
    ticks.beginPhase(Phases.COMPLETION, COMPLETION);
    return awaitBarrier(Barrier.Step.COMPLETE, becomesComplete());
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
      Message late = Message.of("note.incompleteFleet", with("seconds", COMPLETION.toSeconds()));
      ticks.note(late);
      if (view.isExplained(ticks.now())) {
        stop.stop(StopSignal.Cause.GENERATOR, late);
      }
    }
    return listsAll;
  }

  private WindowResult measure(Duration duration, Scenario acting, boolean complete) {
    long start = ticks.now() + WINDOW_LEAD_TIME.toNanos();
    long end = start + duration.toNanos();
    engine.begin(window(start, end));
    if (complete) {
      engine.beginWaves(start);
    }
    ticks.runUntil(start, () -> false);
    ticks.beginPhase(Phases.MEASURE, duration);
    view.beginWindow(start);
    try {
      ticks.host().begin(acting);
      ticks.runUntil(end, acting::over);
      if (ticks.stopped()) {
        // The scenario may take minutes to repair what it broke.
        WindowResult measured = measured(endWindow(start, end));
        engine.stopLoad();
        engine.abandonLoad();
        return measured;
      }
    } finally {
      ticks.host().end();
    }
    return measured(endWindow(start, end));
  }

  /** Ends the window now, or when it should have ended. */
  private MeasurementWindow endWindow(long start, long end) {
    // Calls due from now on are not measured: after a stop the teardown would make them fail.
    MeasurementWindow window = window(start, Math.max(start, Math.min(ticks.now(), end)));
    engine.open(window);
    view.endWindow(ticks.now());
    return window;
  }

  private WindowResult measured(MeasurementWindow window) {
    List<String> nodes = List.copyOf(ticks.lastSecond().registry().keySet());
    return new WindowResult(window, view.findings(nodes, ticks.now()));
  }

  private LoadFigures load() {
    return new LoadFigures(settings);
  }

  private MeasurementWindow window(long start, long end) {
    return new MeasurementWindow(start, end, load().longPollHold().toNanos());
  }

  /** Reads every service on every node in place of the lists, so that the load does not grow. */
  private void sweep(long since) {
    engine.stopLists();
    int perSecond = load().lastSweepPerSecond();
    ticks.beginPhase(Phases.SWEEP, ticks.sweepLimit(perSecond));
    ticks.sweep(since, perSecond);
    ticks.awaitTick();
  }
}
