package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * Advances a run second by second. Each second it collects the figures of the fleet and of what
 * nodes listed, requests the reads and logins that are due, and passes the second to the observers.
 */
final class TickLoop {

  private static final long SECOND = 1_000_000_000L;

  /** Longest time for the last reads of a sweep, including one retry. */
  static final Duration LAST_READS = Duration.ofSeconds(30);

  private final int instances;
  private final Engine engine;
  private final RegistryView view;
  private final Tokens tokens;
  private final ScenarioHost host;
  private final StallLog stalls;
  private final List<Message> notes = new ArrayList<>();
  private final WholeRun wholeRun = new WholeRun();

  private boolean polling = true;
  private long next;
  private String phase = "start";
  private long phaseEnds;
  private int completed;
  private int mostConnections;
  private OptionalInt unswept = OptionalInt.empty();
  private RunStats last;

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
    this.last = new RunStats(nodes);
    this.next = now() + SECOND;
    this.stalls = new StallLog(host.clock(), view, this::note);
  }

  /** The observers and the scenario of the run. */
  ScenarioHost host() {
    return host;
  }

  /** Adds a note to the record and informs the observers. */
  void note(Message note) {
    notes.add(note);
    host.note(note);
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
    stalls.phase(name);
    phase = name;
    extendPhase(expected);
    host.phase(name, expected);
  }

  /** Sets the end of the phase to a time from now. */
  void extendPhase(Duration expected) {
    phaseEnds = now() + expected.toNanos();
  }

  /** The clock of the run, in nanoseconds. */
  long now() {
    return host.clock().nanos();
  }

  /**
   * The same without the time in which this process stood still: for limits of how long a registry
   * may take.
   */
  long workingTime() {
    return now() - stalls.stoodStill();
  }

  /** Seconds since the run began, at a time of {@link #now}. */
  double seconds(long at) {
    return host.seconds() - (now() - at) / 1e9;
  }

  /** When the generator was late or stood still. */
  StallLog stalls() {
    return stalls;
  }

  /** The planned end of the phase, on the clock of {@link #now}. */
  long phaseEnds() {
    return phaseEnds;
  }

  /** The figures of the last second. */
  RunStats lastSecond() {
    return last;
  }

  /** Figures that are not limited to the window. */
  RunStats wholeRun() {
    return wholeRun.stats();
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
    return host.stopped();
  }

  /** Runs until a deadline, a condition or a stop; returns whether the condition was met. */
  boolean runUntil(long deadline, BooleanSupplier condition) {
    while (!stopped()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (now() - deadline >= 0) {
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
    return view.nextToSweep(since, now(), most, engine::sweep);
  }

  /** The largest number of reads that a sweep left open; empty when there was no sweep. */
  OptionalInt unswept() {
    return unswept;
  }

  /** Waits for the end of the current second, and processes the second. */
  void awaitTick() {
    long due = Math.max(next, now());
    host.awaitUntil(next);
    long now = now();
    long suspended = stalls.suspended();
    next = Math.max(next, now) + SECOND;
    last = engine.takeSecond();
    // Before the registry is looked at, since a stall may explain what it lists.
    stalls.second(last, now - due, suspended, now);
    view.tick(now, last);
    wholeRun.add(last);
    requestDue(now);
    host.second(second(now));
    stalls.silence(last, host.acting().mayBreakNodes(), now).ifPresent(host::stop);
  }

  /** Counts the calls that ended since the last second, when the loops closed. */
  void countRest() {
    wholeRun.add(engine.takeSecond());
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
    return new RunSecond(host.seconds(), phase, remaining, completed, instances, connections, last);
  }
}
