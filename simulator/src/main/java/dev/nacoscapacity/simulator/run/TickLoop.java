package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.Time;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.LatencyPart;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Lets the seconds of a run pass. In each it takes what the fleet did and what nodes listed, asks
 * for what else must be known, and reports the second to whoever watches.
 */
final class TickLoop implements Scenario.Events {

  private static final long SECOND = 1_000_000_000L;

  private static final List<Distribution> CHANGES =
      List.of(
          Distribution.CHANGES, Distribution.CHANGES_INCOMPLETE, Distribution.CHANGES_SUPERSEDED);

  /** How late the last reads of a sweep may be answered, some of them made for the second time. */
  private static final Duration LAST_READS = Duration.ofSeconds(30);

  private final int instances;
  private final Engine engine;
  private final RegistryView view;
  private final Tokens tokens;
  private final Progress progress;
  private final StopSignal stop;
  private final RunClock clock;
  private final SilenceDetector silence;
  private final List<String> notes = new ArrayList<>();

  /**
   * Pushes, changes, shortages, and what clients call when they come or go: in the window or not.
   */
  private final RunStats wholeRun;

  /** What is done to the cluster now. */
  private Scenario acting = Scenario.NONE;

  private boolean polling = true;
  private long next;
  private String phase = "start";
  private long phaseEnds;
  private int done;
  private int mostConnections;
  private Integer unswept;
  private RunStats last;

  /**
   * @param nodes names
   * @param instances of this process
   * @param tokens asked for clients that are due to log in again; null without auth
   */
  TickLoop(
      List<String> nodes,
      int instances,
      Engine engine,
      RegistryView view,
      Tokens tokens,
      Progress progress,
      StopSignal stop,
      RunClock clock) {
    this.instances = instances;
    this.engine = engine;
    this.view = view;
    this.tokens = tokens;
    this.progress = progress;
    this.stop = stop;
    this.clock = clock;
    this.wholeRun = new RunStats(List.of());
    this.last = new RunStats(nodes);
    long now = clock.nanos();
    this.next = now + SECOND;
    this.silence = new SilenceDetector(now);
  }

  @Override
  public Time time() {
    return clock.time();
  }

  @Override
  public double seconds() {
    return clock.seconds();
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    progress.event(kind, fields);
  }

  @Override
  public void migrate(double share) {
    engine.migrate(share);
  }

  /** Something that a reader of the record must know. */
  void note(String text) {
    notes.add(text);
    progress.note(text);
  }

  /** Something that a reader will find elsewhere in the record. */
  void message(String text) {
    progress.note(text);
  }

  /** All notes so far. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Begins a phase.
   *
   * @param expected how long it should take, or may take at most; zero when unknown
   */
  void begin(String name, Duration expected) {
    phase = name;
    allow(expected);
    progress.phase(name, expected);
  }

  /** Gives the phase so much time, from now on. */
  void allow(Duration expected) {
    phaseEnds = clock.nanos() + expected.toNanos();
  }

  /** The run's time in nanoseconds. */
  long now() {
    return clock.nanos();
  }

  /** When the phase should end, in {@link #now}. */
  long phaseEnds() {
    return phaseEnds;
  }

  /** What each node listed in the last second. */
  RunStats lastSecond() {
    return last;
  }

  /**
   * Pushes, changes and the calls of clients that came or went, in the whole run, and what this
   * machine lacked until the fleet left.
   */
  RunStats wholeRun() {
    return wholeRun;
  }

  /** How many instances the rollout is done with, for those who watch. */
  void rolledOut(int doneNow) {
    done = doneNow;
  }

  /** From now on a scenario acts on the cluster; {@link Scenario#NONE} when it is left alone. */
  void under(Scenario scenario) {
    acting = scenario;
  }

  /** From now on no cell is polled that has gone unread: nothing more follows from it. */
  void endPolls() {
    polling = false;
  }

  /** The most connections that were open at the end of a second. */
  int mostConnections() {
    return mostConnections;
  }

  boolean stopped() {
    return stop.request().isPresent();
  }

  /**
   * Lets seconds pass until a moment, a condition or a stop; tells whether it was the condition.
   */
  boolean until(long deadline, BooleanSupplier condition) {
    while (!stopped()) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (clock.nanos() - deadline >= 0) {
        return false;
      }
      next = Math.min(next, deadline);
      pass();
    }
    return false;
  }

  /**
   * How long a sweep with so many reads a second may take: the more there is to read, the longer.
   */
  Duration sweepLimit(int perSecond) {
    return LAST_READS.plusMillis(1000L * view.cells() / perSecond);
  }

  /**
   * Lets seconds pass until the phase should end, or every cell has been read whole by a list asked
   * for since a moment.
   *
   * @param perSecond the most reads to ask for
   * @return whether every cell was
   */
  boolean sweep(long since, int perSecond) {
    boolean whole = until(phaseEnds, () -> sweepOn(since, perSecond) == 0);
    if (!stopped()) {
      unswept = Math.max(unswept == null ? 0 : unswept, sweepOn(since, 0));
    }
    return whole;
  }

  /** Asks for the next cells of a sweep; tells how many are left, those in flight included. */
  private int sweepOn(long since, int most) {
    return view.nextToSweep(since, clock.nanos(), most, engine::sweep);
  }

  /** The most cells that a sweep left unread, null when none came to its end. */
  Integer unswept() {
    return unswept;
  }

  /** Lets the rest of this second pass. */
  void pass() {
    clock.awaitUntil(next, stop);
    long now = clock.nanos();
    next = Math.max(next, now) + SECOND;
    last = engine.takeSecond();
    view.tick(now, last);
    count(last);
    ask(now);
    RunSecond second = second(now);
    try {
      progress.second(second);
    } catch (RecordException e) {
      stop.stop(StopSignal.Cause.RECORD, e.getMessage());
    }
    silence
        .after(last, acting.mayBreakNodes(), now)
        .ifPresent(request -> stop.stop(request.cause(), request.reason()));
    acting.second(second);
  }

  /** Counts what has ended since the last second: the calls that the loops' closing ended. */
  void countRest() {
    count(engine.takeSecond());
  }

  private void count(RunStats second) {
    for (Distribution changes : CHANGES) {
      if (second.histogram(changes).getTotalCount() > 0) {
        wholeRun.recording(changes).add(second.histogram(changes));
      }
    }
    Histogram pushes = second.of(Operation.PUSH).histogram(LatencyPart.LATENCY);
    if (pushes.getTotalCount() > 0) {
      wholeRun.recording(Distribution.PUSHES).add(pushes);
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

  private void ask(long now) {
    if (polling) {
      view.nextToPoll(now, GracePeriods.POLLS_PER_SECOND, engine::sweep);
    }
    if (tokens != null) {
      tokens.dueForLogin(now, engine::login);
    }
  }

  private RunSecond second(long now) {
    double remaining = (phaseEnds - now) / (double) SECOND;
    int connections = engine.connections();
    mostConnections = Math.max(mostConnections, connections);
    return new RunSecond(clock.seconds(), phase, remaining, done, instances, connections, last);
  }
}
