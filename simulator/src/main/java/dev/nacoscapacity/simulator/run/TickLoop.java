package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.verify.NodeRow;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Lets the seconds of a run pass. In each it takes what the fleet did, looks at what became of it,
 * asks for what else must be known, and has all of it told.
 */
final class TickLoop {

  private static final long SECOND = 1_000_000_000L;
  static final int POLLS_PER_SECOND = 200;

  /** How late the last reads of a sweep may be answered, some of them made for the second time. */
  private static final Duration LAST_READS = Duration.ofSeconds(30);

  private final int instances;
  private final Engine engine;
  private final RegistryView view;
  private final Tokens tokens;
  private final Watches watches;
  private final RunReporter narrator;
  private final StopSignal stop;
  private final SilenceDetector silence;

  /** What is done to the cluster now. */
  private Scenario acting = Scenario.NONE;

  private boolean polling = true;
  private long next;
  private String phase = "start";
  private long phaseEnds;
  private int done;
  private int mostConnections;
  private Integer unswept;
  private final int[] ghosts;

  /**
   * @param instances of this process
   * @param nodes how many the cluster has
   * @param tokens told when clients are due to log in again; null without auth
   */
  TickLoop(
      int instances,
      int nodes,
      Engine engine,
      RegistryView view,
      Tokens tokens,
      Watches watches,
      RunReporter narrator,
      StopSignal stop) {
    this.instances = instances;
    this.engine = engine;
    this.view = view;
    this.tokens = tokens;
    this.watches = watches;
    this.narrator = narrator;
    this.stop = stop;
    long now = System.nanoTime();
    this.next = now + SECOND;
    this.silence = new SilenceDetector(now);
    this.ghosts = new int[nodes];
  }

  /**
   * Begins a phase.
   *
   * @param expected how long it should take, or may take at most; zero when unknown
   */
  void begin(String name, Duration expected) {
    phase = name;
    allow(expected);
    narrator.phase(name, expected);
  }

  /** Gives the phase so much time, from now on. */
  void allow(Duration expected) {
    phaseEnds = System.nanoTime() + expected.toNanos();
  }

  /** When the phase should end, in {@link System#nanoTime()}. */
  long phaseEnds() {
    return phaseEnds;
  }

  /** The ghosts that each node shows, as far as it was read. */
  int[] ghosts() {
    return ghosts;
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
      if (System.nanoTime() - deadline >= 0) {
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
    return view.nextToSweep(since, System.nanoTime(), most, engine::sweep);
  }

  /** The most cells that a sweep left unread, null when none came to its end. */
  Integer unswept() {
    return unswept;
  }

  /** Lets the rest of this second pass. */
  void pass() {
    stop.awaitUntil(next);
    long now = System.nanoTime();
    next = Math.max(next, now) + SECOND;
    Tally tally = engine.takeSecond();
    List<NodeRow> rows = view.tick(now);
    rows.forEach(row -> ghosts[row.node()] = row.ghost());
    ask(now);
    watches.sample();
    try {
      narrator.record(phase, tally, rows);
    } catch (RecordException e) {
      stop.stop(StopSignal.Cause.RECORD, e.getMessage());
    }
    silence
        .after(tally, acting.mayBreakNodes(), now)
        .ifPresent(request -> stop.stop(request.cause(), request.reason()));
    Board board = board(now, tally, rows);
    narrator.show(board);
    acting.second(board);
  }

  private void ask(long now) {
    if (polling) {
      view.nextToPoll(now, POLLS_PER_SECOND, engine::sweep);
    }
    if (tokens != null) {
      tokens.dueForLogin(now, engine::login);
    }
  }

  private Board board(long now, Tally tally, List<NodeRow> rows) {
    double remaining = (phaseEnds - now) / (double) SECOND;
    int connections = engine.connections();
    mostConnections = Math.max(mostConnections, connections);
    return new Board(phase, remaining, done, instances, connections, tally, rows);
  }
}
