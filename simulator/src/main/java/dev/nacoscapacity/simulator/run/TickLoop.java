package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.MeasurementWindow;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Advances a run second by second. Each second it collects the figures of the fleet and of what
 * nodes listed, requests the reads and logins that are due, and passes the second to the observers.
 */
final class TickLoop {

  private static final long SECOND = 1_000_000_000L;

  private static final List<FleetDuration> CHANGES =
      List.of(
          FleetDuration.CHANGES,
          FleetDuration.CHANGES_INCOMPLETE,
          FleetDuration.CHANGES_SUPERSEDED);

  /** Longest time for the last reads of a sweep, including one retry. */
  static final Duration LAST_READS = Duration.ofSeconds(30);

  private final int instances;
  private final Engine engine;
  private final RegistryView view;
  private final Tokens tokens;
  private final ScenarioHost host;
  private final GeneratorLateness lateness = new GeneratorLateness();
  private final SilenceDetector silence;
  private final List<Message> notes = new ArrayList<>();

  /** Figures that are not limited to the window: pushes, changes, shortages, joins and leaves. */
  private final RunStats wholeRun;

  private boolean polling = true;
  private long next;
  private String phase = "start";
  private long phaseEnds;
  private int completed;
  private int mostConnections;
  private OptionalInt unswept = OptionalInt.empty();
  private RunStats last;

  private final Suspensions suspensions;

  /** For how long this process has stood still, as the waits of this loop showed, in ns. */
  private long stoodStill;

  /** Seconds of the window, and those of them in which the generator was late. */
  private int windowTicks;

  private int lateTicks;

  /**
   * @param nodes names of the nodes
   * @param instances of this process
   * @param tokens whose clients are to log in again when a token expires
   * @param host of the observers and the scenario
   */
  TickLoop(
      List<String> nodes,
      int instances,
      Engine engine,
      RegistryView view,
      Tokens tokens,
      ScenarioHost host) {
    this.instances = instances;
    this.engine = engine;
    this.view = view;
    this.tokens = tokens;
    this.host = host;
    this.wholeRun = new RunStats(List.of());
    this.last = new RunStats(nodes);
    long now = host.clock.nanos();
    this.next = now + SECOND;
    this.silence = new SilenceDetector(lateness, now);
    this.suspensions = new Suspensions(host.clock);
  }

  /** The observers and the scenario of the run. */
  ScenarioHost host() {
    return host;
  }

  /** Adds a note to the record and informs the observers. */
  void note(Message note) {
    notes.add(note);
    host.progress.note(note);
  }

  /** The notes so far. */
  List<Message> notes() {
    return List.copyOf(notes);
  }

  /**
   * Begins a phase.
   *
   * @param expected duration, at most or approximately; zero when unknown
   */
  void beginPhase(String name, Duration expected) {
    if (name.equals(Phases.MEASURE)) {
      windowTicks = 0;
      lateTicks = 0;
    }
    phase = name;
    extendPhase(expected);
    host.progress.phase(name, expected);
  }

  /** Sets the end of the phase to a time from now. */
  void extendPhase(Duration expected) {
    phaseEnds = host.clock.nanos() + expected.toNanos();
  }

  /** The clock of the run, in nanoseconds. */
  long now() {
    return host.clock.nanos();
  }

  /**
   * The same without the time in which this process stood still: for limits of how long a registry
   * may take.
   */
  long workingTime() {
    return host.clock.nanos() - stoodStill;
  }

  /** Seconds since the run began, at a time of {@link #now}. */
  double seconds(long at) {
    return host.clock.seconds() - (host.clock.nanos() - at) / 1e9;
  }

  /**
   * The stalls of the generator. No time of the window is counted for two of them.
   *
   * @param window empty without one
   */
  List<Generator.Stall> stalls(MeasurementWindow window) {
    long start = host.clock.nanos() - (long) (host.clock.seconds() * SECOND);
    long counted = window.start();
    List<Generator.Stall> stalls = new ArrayList<>();
    for (GeneratorLateness.Stall stall : lateness.stalls()) {
      boolean expires = view.explains(stall.longest());
      long spoiledFrom = stall.from() - counted < 0 ? counted : stall.from();
      long spoiledTo = stall.to() + Generator.Stall.aftermath(expires).toNanos();
      stalls.add(
          new Generator.Stall(
              (stall.from() - start) / 1e9,
              Math.max(stall.to() - stall.from(), stall.longest()) / 1e9,
              window.overlap(spoiledFrom, spoiledTo) / 1e9,
              expires));
      counted = spoiledTo - counted > 0 ? spoiledTo : counted;
    }
    return stalls;
  }

  /** The share of the window's seconds in which the generator was late; 0 without a window. */
  double lateShare() {
    return windowTicks == 0 ? 0 : lateTicks / (double) windowTicks;
  }

  /** The planned end of the phase, on the clock of {@link #now}. */
  long phaseEnds() {
    return phaseEnds;
  }

  /** The figures of the last second. */
  RunStats lastSecond() {
    return last;
  }

  /**
   * Figures of the whole run: pushes, changes, and calls of clients that join or leave; also
   * shortages of this machine before the teardown.
   */
  RunStats wholeRun() {
    return wholeRun;
  }

  /** Sets the number of instances that the ramp has completed, for observers. */
  void setCompleted(int completedNow) {
    completed = completedNow;
  }

  /** Stops the polls of services that a node has not listed for long. */
  void endPolls() {
    polling = false;
  }

  /** The maximum number of open connections at the end of a second. */
  int mostConnections() {
    return mostConnections;
  }

  boolean stopped() {
    return host.stop.request().isPresent();
  }

  /** Runs until a deadline, a condition or a stop; returns whether the condition was met. */
  boolean runUntil(long deadline, BooleanSupplier condition) {
    while (!stopped()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (host.clock.nanos() - deadline >= 0) {
        return false;
      }
      next = Math.min(next, deadline);
      awaitTick();
    }
    return false;
  }

  /** Longest duration of a sweep with a limit of reads per second. */
  Duration sweepLimit(int perSecond) {
    return LAST_READS.plusMillis(1000L * view.cells() / perSecond);
  }

  /**
   * Runs until the phase should end, or every service has been read completely on every node.
   *
   * @param since only reads sent after this moment count
   * @param perSecond limit of reads per second
   * @return whether all reads succeeded in time
   */
  boolean sweep(long since, int perSecond) {
    boolean complete = runUntil(phaseEnds, () -> requestReads(since, perSecond) == 0);
    if (!stopped()) {
      unswept = OptionalInt.of(Math.max(unswept.orElse(0), requestReads(since, 0)));
    }
    return complete;
  }

  /** Counts every service on every node as unread, instead of a sweep. */
  void leaveUnswept() {
    unswept = OptionalInt.of(view.cells());
  }

  /** Requests the next reads of a sweep; returns the number of reads that have not ended. */
  private int requestReads(long since, int most) {
    return view.nextToSweep(since, host.clock.nanos(), most, engine::sweep);
  }

  /** The largest number of reads that a sweep left open; empty when there was no sweep. */
  OptionalInt unswept() {
    return unswept;
  }

  /** Waits for the end of the current second, and processes the second. */
  void awaitTick() {
    long due = Math.max(next, host.clock.nanos());
    host.clock.awaitUntil(next, host.stop);
    long now = host.clock.nanos();
    long suspended = suspensions.since();
    next = Math.max(next, now) + SECOND;
    last = engine.takeSecond();
    addLateness(now - due, now);
    addSuspension(suspended, now);
    view.tick(now, last);
    count(last);
    requestDue(now);
    host.second(second(now));
    silence
        .after(last, host.acting().mayBreakNodes(), now)
        .ifPresent(request -> host.stop.stop(request.cause(), request.reason()));
  }

  /** Before the registry is looked at, since a stall may explain what it lists. */
  private void addLateness(long overslept, long now) {
    Optional<GeneratorLateness.Stall> stall = lateness.second(last, overslept, now);
    stall.ifPresent(late -> view.stalled(late.longest(), now));
    if (phase.equals(Phases.MEASURE)) {
      windowTicks++;
      lateTicks += stall.isPresent() ? 1 : 0;
    }
    if (overslept > GeneratorLateness.SHORTEST_STALL) {
      stoodStill += overslept;
      silence.stoodStill(overslept);
      note(Message.of("note.stoodStill", with("seconds", overslept / 1e9)));
    }
  }

  /** While this machine was suspended instances expired, though no beat looks late. */
  private void addSuspension(long suspended, long now) {
    if (suspended > 0) {
      lateness.suspended(suspended, now);
      view.suspended(suspended, now);
      note(Message.of("note.suspended", with("seconds", suspended / 1e9)));
    }
  }

  /** Counts the calls that ended since the last second, when the loops closed. */
  void countRest() {
    count(engine.takeSecond());
  }

  private void count(RunStats second) {
    for (FleetDuration changes : CHANGES) {
      if (second.histogram(changes).getTotalCount() > 0) {
        wholeRun.recording(changes).add(second.histogram(changes));
      }
    }
    Histogram pushes = second.of(Operation.PUSH).histogram(LatencyPart.LATENCY);
    if (pushes.getTotalCount() > 0) {
      wholeRun.recording(FleetDuration.PUSHES).add(pushes);
    }
    second
        .operations()
        .forEach(
            (label, calls) -> {
              if (Operation.isOfLifecycle(label)) {
                wholeRun.of(Operation.wholeRun(label)).append(calls);
              }
            });
    second.shortages().keySet().forEach(wholeRun::countShortage);
  }

  private void requestDue(long now) {
    if (polling) {
      view.nextToPoll(now, GracePeriods.POLLS_PER_SECOND, engine::sweep);
    }
    tokens.dueForLogin(now, engine::login);
  }

  private RunSecond second(long now) {
    double remaining = (phaseEnds - now) / (double) SECOND;
    int connections = engine.connections();
    mostConnections = Math.max(mostConnections, connections);
    return new RunSecond(
        host.clock.seconds(), phase, remaining, completed, instances, connections, last);
  }
}
