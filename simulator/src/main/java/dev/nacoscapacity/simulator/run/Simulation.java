package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.truth.NodeRow;
import dev.nacoscapacity.simulator.truth.RegistrySummary;
import dev.nacoscapacity.simulator.truth.RegistryView;
import dev.nacoscapacity.simulator.wire.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Takes a fleet through its phases, once a second looking at what became of it: ramp, warm-up,
 * until the registry is complete, the judged window, a sweep of every node by identity,
 * deregistration, and a last look for ghosts. A stop leads from any phase straight to the
 * deregistration.
 */
final class Simulation {

  /** How long logins or registrations may go without a single success. */
  private static final Duration STALL = Duration.ofSeconds(30);

  /** The same at the end, where nobody is served by waiting longer. */
  private static final Duration STALL_AT_THE_END = Duration.ofSeconds(15);

  /** How long after the warm-up the registry may take to become complete. */
  private static final Duration COMPLETION = Duration.ofSeconds(60);

  /** How long a fleet is watched that the registry would not take whole. */
  private static final Duration EVIDENCE = Duration.ofSeconds(30);

  private static final Duration SWEEP = Duration.ofSeconds(30);
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /**
   * How much longer than at best a deregistration may take. By then what is left has expired by
   * itself: 30 s after its last beat.
   */
  private static final Duration DEREGISTRATION = Duration.ofSeconds(45);

  /** Deregistrations are due on every node after 10 s; reading them takes a moment more. */
  private static final Duration GHOSTS = Duration.ofSeconds(25);

  /** Without a single answer for so long, nobody is there. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private static final Duration UNLIMITED = Duration.ofDays(1);

  private static final long SECOND = 1_000_000_000L;
  private static final int POLLS_PER_SECOND = 200;
  private static final int SWEEPS_PER_SECOND = 1000;

  private final RunSettings settings;
  private final List<String> nodes;
  private final Engine engine;
  private final Observation observation;
  private final Tokens tokens;
  private final Watches watches;
  private final Journal journal;
  private final Gate gate;
  private final StopSignal stop;
  private final Progress progress;
  private final Scenario scenario;

  private final List<String> notes = new ArrayList<>();
  private String phase = "start";
  private long phaseEnds;
  private long nextSecond;
  private long lastAnswer;
  private String lastFailure = "no answer yet";
  private Rollout.State rollout = new Rollout.State(0, false, null);

  /** What is done to the cluster now. */
  private Scenario acting = Scenario.NONE;

  /** From then on nothing is asked but what the end needs. */
  private boolean leaving;

  private boolean complete;
  private double windowStart;
  private double windowSeconds;
  private RegistrySummary registry;
  private Double connectionBytes;
  private final int[] ghosts;

  Simulation(
      RunSettings settings,
      List<String> nodes,
      Engine engine,
      Observation observation,
      Tokens tokens,
      Watches watches,
      Journal journal,
      Gate gate,
      StopSignal stop,
      Progress progress,
      Scenario scenario) {
    this.settings = settings;
    this.nodes = nodes;
    this.engine = engine;
    this.observation = observation;
    this.tokens = tokens;
    this.watches = watches;
    this.journal = journal;
    this.gate = gate;
    this.stop = stop;
    this.progress = progress;
    this.scenario = scenario;
    this.ghosts = new int[nodes.size()];
  }

  /**
   * What came out.
   *
   * @param complete whether the registry was complete when the window began
   * @param windowStart when the judged window began, in seconds since the run's start
   * @param windowSeconds the judged window's length, 0 when there was none
   * @param registry what it said in the window
   * @param connectionBytes heap that one of the clients' connections takes, or null
   * @param ghosts deregistered instances still there at the very end, by node
   */
  record Outcome(
      Tally judged,
      RegistrySummary registry,
      int[] ghosts,
      boolean complete,
      double windowStart,
      double windowSeconds,
      Double connectionBytes,
      List<String> notes) {}

  Outcome run() {
    LiveHeap heap = settings.protocol().grpc() ? LiveHeap.now() : null;
    nextSecond = System.nanoTime() + SECOND;
    lastAnswer = System.nanoTime();
    if (inStep(Gate.Step.REGISTERED, ramp())) {
      connectionBytes = heap == null ? null : heap.growthEach(settings.grpcConnections());
      warmUp();
    }
    if (complete) {
      measure(settings.duration(), scenario);
    } else if (rollout.done() > 0 && !stopped()) {
      // The verdict is known; this is for its reasons.
      measure(EVIDENCE, Scenario.NONE);
    }
    inStep(Gate.Step.SWEPT, true);
    if (registry == null) {
      registry = view().summary(System.nanoTime());
    }
    leave();
    engine.closeLoops();
    return new Outcome(
        engine.judged(),
        registry,
        ghosts,
        complete,
        windowStart,
        windowSeconds,
        connectionBytes,
        notes);
  }

  private RegistryView view() {
    return observation.view();
  }

  /**
   * Goes on with the load until every process of the run has come to the same step, and tells
   * whether all came to it well.
   */
  private boolean inStep(Gate.Step step, boolean well) {
    Optional<Gate.Go> go = gate.pass(step, well);
    while (go.isEmpty() && !stopped()) {
      second();
      go = gate.pass(step, well);
    }
    if (go.isEmpty()) {
      return false;
    }
    secondsUntil(go.get().at(), () -> false);
    return go.get().well() && !stopped();
  }

  // --- Phases ----------------------------------------------------------------------------------

  private boolean ramp() {
    begin("ramp", Duration.ZERO);
    if (stopped()) {
      return false;
    }
    engine.startTurns();
    if (settings.loginEach()) {
      engine.rollOut(Operation.LOGIN, Duration.ZERO);
      if (!rollOut("login", UNLIMITED, STALL, this::stopped)) {
        return false;
      }
    }
    engine.rollOut(Operation.REGISTER, settings.rampAtLeast());
    return rollOut("registration", UNLIMITED, STALL, this::stopped) && !stopped();
  }

  /** Watches a rollout until it is finished or has to be given up. */
  private boolean rollOut(String what, Duration limit, Duration halt, BooleanSupplier ended) {
    rollout = new Rollout.State(0, false, null);
    RolloutPace pace = new RolloutPace(settings.fleet().size(), halt, limit, System.nanoTime());
    while (!rollout.finished() && !ended.getAsBoolean()) {
      second();
      rollout = engine.rolloutState();
      Optional<String> reason = pace.giveUp(rollout.done(), System.nanoTime());
      if (!rollout.finished() && reason.isPresent()) {
        note(what + " " + reason.get() + where(rollout));
        break;
      }
    }
    engine.endRollout();
    return rollout.finished();
  }

  private static String where(Rollout.State state) {
    String reason = state.lastFailure() == null ? "" : ", last failure: " + state.lastFailure();
    return " at %,d instances%s".formatted(state.done(), reason);
  }

  private void warmUp() {
    begin("warm-up", settings.warmUp());
    secondsUntil(phaseEnds, () -> false);
    if (stopped()) {
      return;
    }
    begin("completion", COMPLETION);
    boolean whole = secondsUntil(phaseEnds, () -> view().complete(System.nanoTime()));
    if (!whole && !stopped()) {
      note(
          "the registry was not complete %d s after the warm-up".formatted(COMPLETION.toSeconds()));
    }
    complete = inStep(Gate.Step.COMPLETE, whole);
  }

  private void measure(Duration duration, Scenario during) {
    begin("measure", duration);
    windowStart = journal.seconds();
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    engine.open(window(start, end));
    view().beginWindow(start);
    watches.beginWindow();
    acting = during;
    try {
      during.begin(new Happenings());
      secondsUntil(end, during::over);
    } finally {
      during.end();
      acting = Scenario.NONE;
    }
    long stopped = Math.min(System.nanoTime(), end);
    windowSeconds = (stopped - start) / (double) SECOND;
    watches.endWindow();
    // What is due from now on is not judged; after a stop its failures would be of our own making.
    engine.open(window(start, stopped));
    if (!stopped()) {
      sweep(stopped);
    }
    registry = view().summary(System.nanoTime());
  }

  private Window window(long start, long end) {
    return new Window(start, end, settings.longPollHold().toNanos());
  }

  /** Reads every service on every node by identity; beats go on meanwhile. */
  private void sweep(long since) {
    begin("sweep", SWEEP);
    boolean whole = secondsUntil(phaseEnds, () -> sweepOn(since) == 0);
    if (!whole && !stopped()) {
      note(
          "the sweep by identity left %,d of its reads unanswered after %d s"
              .formatted(sweepOn(since), SWEEP.toSeconds()));
    }
    second();
  }

  private int sweepOn(long since) {
    return view().nextToSweep(since, System.nanoTime(), SWEEPS_PER_SECOND, engine::sweep);
  }

  private void leave() {
    stop.request().map(StopSignal.Request::reason).ifPresent(this::tell);
    leaving = true;
    begin("drain", DRAIN);
    engine.stopTurns();
    long drained = System.nanoTime() + DRAIN.toNanos();
    while (engine.callsUnderWay() > 0 && System.nanoTime() - drained < 0) {
      second();
    }
    Duration limit = settings.departureAtLeast().plus(DEREGISTRATION);
    begin("deregister", limit);
    engine.rollOut(Operation.DEREGISTER, settings.departureAtLeast());
    boolean gone = rollOut("deregistration", limit, STALL_AT_THE_END, () -> false);
    if (gone && !stopped()) {
      lookForGhosts();
    }
  }

  private void lookForGhosts() {
    begin("ghosts", GHOSTS);
    long deregistered = System.nanoTime();
    long due = deregistered + Duration.ofSeconds(10).toNanos();
    secondsUntil(due, () -> false);
    secondsUntil(phaseEnds, () -> sweepOn(due) == 0);
    second();
  }

  // --- Once a second ---------------------------------------------------------------------------

  private void begin(String name, Duration expected) {
    phase = name;
    phaseEnds = System.nanoTime() + expected.toNanos();
    journal.phase(name);
    progress.phase(name, expected);
  }

  /**
   * Lets seconds pass until a moment, a condition or a stop; tells whether it was the condition.
   */
  private boolean secondsUntil(long deadline, BooleanSupplier condition) {
    while (!stopped()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      nextSecond = Math.min(nextSecond, deadline);
      second();
    }
    return false;
  }

  private boolean stopped() {
    return stop.request().isPresent();
  }

  private void second() {
    stop.awaitUntil(nextSecond);
    long now = System.nanoTime();
    nextSecond = Math.max(nextSecond, now) + SECOND;
    Tally tally = engine.takeSecond();
    List<NodeRow> rows = view().tick(now);
    if (phase.equals("ghosts")) {
      rows.forEach(row -> ghosts[row.node()] = Math.max(ghosts[row.node()], row.ghost()));
    }
    if (!leaving) {
      view().nextToPoll(now, POLLS_PER_SECOND, engine::sweep);
    }
    if (tokens != null) {
      tokens.dueForLogin(now, engine::login);
    }
    watches.sample();
    try {
      journal.second(phase, tally);
      rows.forEach(row -> journal.registry(nodes.get(row.node()), row));
      journal.flush();
    } catch (RecordException e) {
      stop.stop(StopSignal.Cause.RECORD, e.getMessage());
    }
    watchForSilence(now, tally);
    Board board =
        new Board(
            phase,
            (phaseEnds - now) / (double) SECOND,
            rollout.done(),
            settings.fleet().size(),
            engine.connections(),
            tally,
            rows);
    progress.second(board);
    acting.second(board);
  }

  private void watchForSilence(long now, Tally tally) {
    long answered = 0;
    for (Operation operation : Operation.values()) {
      answered += tally.of(operation).ok();
      for (String failure : tally.of(operation).failed().keySet()) {
        lastFailure = failure;
      }
    }
    if (answered > 0 || acting.mayBreakNodes()) {
      lastAnswer = now;
    } else if (now - lastAnswer > SILENCE.toNanos()) {
      stop.stop(
          StopSignal.Cause.HARM,
          "for %d s no node has answered as a registry should, last failure: %s"
              .formatted(SILENCE.toSeconds(), lastFailure));
    }
  }

  /** Into the record, and to whoever watches. */
  private final class Happenings implements Scenario.Events {

    @Override
    public double seconds() {
      return journal.seconds();
    }

    @Override
    public void event(String kind, Map<String, Object> fields) {
      journal.event(kind, fields);
      progress.event(kind, fields);
    }
  }

  private void note(String text) {
    notes.add(text);
    tell(text);
  }

  private void tell(String text) {
    journal.message(text);
    progress.note(text);
  }
}
