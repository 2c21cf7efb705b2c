package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.verify.RegistrySummary;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Takes a fleet through its phases: ramp, warm-up, until the registry is complete, the judged
 * window, a sweep of every node by identity, deregistration, and a last look for ghosts. A stop
 * leads from any phase straight to the deregistration.
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
  private final Watches watches;
  private final TickLoop seconds;
  private final RunReporter narrator;
  private final Barrier gate;
  private final StopSignal stop;
  private final Scenario scenario;
  private final FleetRollout rollout;
  private final Teardown departure;

  /** Instances that the ramp's last rollout was done with. */
  private int arrived;

  private boolean complete;
  private double windowStart;
  private double windowSeconds;
  private RegistrySummary registry;
  private Double connectionBytes;
  private boolean heldByLag;

  Simulation(
      RunSettings settings,
      int nodes,
      Engine engine,
      RegistryView view,
      Watches watches,
      TickLoop seconds,
      RunReporter narrator,
      Barrier gate,
      StopSignal stop,
      Scenario scenario) {
    this.settings = settings;
    this.engine = engine;
    this.view = view;
    this.watches = watches;
    this.seconds = seconds;
    this.narrator = narrator;
    this.gate = gate;
    this.stop = stop;
    this.scenario = scenario;
    this.rollout =
        new FleetRollout(settings.fleet().size(), settings.threads(), engine, seconds, narrator);
    this.departure =
        new Teardown(
            nodes,
            settings.pace().departureAtLeast(),
            settings.timing().registrationGrace(),
            engine,
            rollout,
            seconds);
  }

  /**
   * What came out.
   *
   * @param registry what it said in the window
   * @param ghosts deregistered instances still there at the very end, by node
   * @param complete whether the registry was complete when the window began
   * @param unswept cells that sweeps left unread; null without a whole one
   * @param windowStart when the judged window began, in seconds since the run's start
   * @param windowSeconds the judged window's length, 0 when there was none
   * @param heldByLag whether the ramp was given up while the generator's own lateness held it back
   * @param connectionBytes heap that one of the clients' connections takes, or null
   */
  record Outcome(
      Tally judged,
      WholeRun wholeRun,
      RegistrySummary registry,
      int[] ghosts,
      boolean complete,
      Integer unswept,
      double windowStart,
      double windowSeconds,
      boolean heldByLag,
      Double connectionBytes,
      List<String> notes) {}

  Outcome run() {
    LiveHeap heap = settings.protocol().grpc() ? LiveHeap.now() : null;
    if (inStep(Barrier.Step.REGISTERED, ramp())) {
      connectionBytes = heap == null ? null : heap.growthEach(settings.grpcConnections());
      warmUp();
    }
    if (complete) {
      measure(settings.timing().duration(), scenario);
    } else if (arrived > 0 && !seconds.stopped()) {
      // The verdict is known; this is for its reasons.
      measure(EVIDENCE, Scenario.NONE);
    }
    inStep(Barrier.Step.SWEPT, true);
    if (registry == null) {
      registry = view.summary(System.nanoTime());
    }
    stop.request().map(StopSignal.Request::reason).ifPresent(narrator::tell);
    int[] ghosts = departure.leave();
    engine.closeLoops();
    return new Outcome(
        engine.judged(),
        engine.wholeRun(),
        registry,
        ghosts,
        complete,
        seconds.unswept(),
        windowStart,
        windowSeconds,
        heldByLag,
        connectionBytes,
        narrator.notes());
  }

  /**
   * Goes on with the load until every process of the run has come to the same step, and tells
   * whether all came to it well.
   */
  private boolean inStep(Barrier.Step step, boolean well) {
    Optional<Barrier.Go> go = gate.pass(step, well);
    while (go.isEmpty() && !seconds.stopped()) {
      seconds.pass();
      go = gate.pass(step, well);
    }
    if (go.isEmpty()) {
      return false;
    }
    seconds.until(go.get().at(), () -> false);
    return go.get().well() && !seconds.stopped();
  }

  private boolean ramp() {
    seconds.begin(Phases.RAMP, Duration.ZERO);
    if (seconds.stopped()) {
      return false;
    }
    engine.startTurns();
    if (settings.clients().loginEach() && !arrive(Operation.LOGIN, "login", Duration.ZERO)) {
      return false;
    }
    return arrive(Operation.REGISTER, "registration", settings.pace().rampAtLeast())
        && !seconds.stopped();
  }

  private boolean arrive(Operation operation, String what, Duration atLeast) {
    Duration limit = atLeast.plus(UNLIMITED);
    Rollout.State state = rollout.run(operation, what, atLeast, limit, STALL, seconds::stopped);
    arrived = state.done();
    heldByLag |= !state.finished() && state.heldByLag();
    return state.finished();
  }

  private void warmUp() {
    seconds.begin(Phases.WARM_UP, settings.timing().warmUp());
    seconds.until(seconds.phaseEnds(), () -> false);
    if (seconds.stopped()) {
      return;
    }
    seconds.begin(Phases.COMPLETION, COMPLETION);
    boolean whole = seconds.until(seconds.phaseEnds(), () -> view.complete(System.nanoTime()));
    if (!whole && !seconds.stopped()) {
      narrator.note(
          "the registry was not complete %d s after the warm-up".formatted(COMPLETION.toSeconds()));
    }
    complete = inStep(Barrier.Step.COMPLETE, whole);
  }

  private void measure(Duration duration, Scenario during) {
    long start = System.nanoTime() + LEAD.toNanos();
    long end = start + duration.toNanos();
    engine.open(window(start, end));
    seconds.until(start, () -> false);
    seconds.begin(Phases.MEASURE, duration);
    windowStart = narrator.seconds();
    view.beginWindow(start);
    watches.beginWindow();
    seconds.under(during);
    try {
      during.begin(narrator);
      seconds.until(end, during::over);
    } finally {
      during.end();
      seconds.under(Scenario.NONE);
    }
    long ended = Math.max(start, Math.min(System.nanoTime(), end));
    windowSeconds = (ended - start) / 1e9;
    watches.endWindow();
    // What is due from now on is not judged; after a stop its failures would be of our own making.
    engine.open(window(start, ended));
    view.endWindow(System.nanoTime());
    if (!seconds.stopped()) {
      sweep(ended);
    }
    registry = view.summary(System.nanoTime());
  }

  private MeasurementWindow window(long start, long end) {
    return new MeasurementWindow(start, end, settings.longPollHold().toNanos());
  }

  private void sweep(long since) {
    int perSecond = settings.sweepsPerSecond();
    seconds.begin(Phases.SWEEP, seconds.sweepLimit(perSecond));
    seconds.sweep(since, perSecond);
    seconds.pass();
  }
}
