package dev.nacoscapacity.simulator.engine;

import java.util.SplittableRandom;

/**
 * Limits the rate at which one event loop lets clients join or return, so that their load neither
 * delays the generator nor makes nodes slow to accept connections: a 2.x client waits 100 ms for a
 * server before 2.3 and then registers, ready or not.
 *
 * <p>AIMD with a fast increase: twice a second the rate is halved if the loop lagged or connections
 * were slow to set up, and else grows by half, up to the maximum. When clients fail to join,
 * nothing starts for 100 ms, and for twice as long each time, up to 5 s, with jitter. {@code
 * RpcClient.reconnect} of one client pauses 100 ms longer after each round of its servers, up to 5
 * s, without jitter; here one loop imitates thousands. Times are in nanoseconds.
 */
public final class AdmissionRate {

  /** The generator is late above this lag, as a mean over time: the bound of the verdict. */
  public static final long LATE = 100_000_000L;

  /** How long a client waits until a server has accepted its connection. */
  private static final long CLIENT_SETUP_WAIT = 100_000_000L;

  /** A set-up is slow when it takes this much longer than the fastest one. */
  static final long SLOW_SET_UP = CLIENT_SETUP_WAIT / 2;

  /** One slow set-up in this many is tolerated; its cause may be a garbage collection. */
  private static final int SLOW_SET_UP_RATIO = 10;

  /** The lowest rate to which a loop throttles itself. */
  public static final double LEAST_PER_SECOND = 20;

  private static final double FIRST_PER_SECOND = 50;
  private static final long ROUND = 500_000_000L;

  /** Arrivals of at most this time are caught up on after a sleep of the loop. */
  private static final long CATCH_UP = 5_000_000L;

  private static final long FIRST_PAUSE = 100_000_000L;
  private static final long LONGEST_PAUSE = 5_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final double mostPerSecond;
  private final SplittableRandom jitter;
  private double perSecond;
  private long next;
  private long roundEnds;
  private long pausedUntil;
  private long pause = FIRST_PAUSE;

  private long lastLagAt;
  private double lagOverTime;
  private long fastestSetUp = Long.MAX_VALUE;
  private int setUps;
  private int slowSetUps;
  private boolean tooSlow;
  private boolean failed;
  private boolean requested;
  private long admitted;
  private boolean throttledByLag;
  private boolean throttled;

  private AdmissionRate(double perSecond, double mostPerSecond, long seed, long now) {
    this.perSecond = perSecond;
    this.mostPerSecond = mostPerSecond;
    this.jitter = new SplittableRandom(seed);
    this.next = now - CATCH_UP;
    this.pausedUntil = now;
    this.roundEnds = now + ROUND;
    this.lastLagAt = now;
  }

  /** For clients that set up connections: starts slowly, since cold nodes accept them slowly. */
  static AdmissionRate slowStart(double mostPerSecond, long seed, long now) {
    return new AdmissionRate(Math.min(FIRST_PER_SECOND, mostPerSecond), mostPerSecond, seed, now);
  }

  /** For clients without connections of their own: starts at the maximum rate. */
  static AdmissionRate fullRate(double mostPerSecond, long seed, long now) {
    return new AdmissionRate(mostPerSecond, mostPerSecond, seed, now);
  }

  /** Whether one more client may start now. */
  boolean mayStart(long now) {
    requested = true;
    endRoundIfDue(now);
    return now - next >= 0 && now - pausedUntil >= 0;
  }

  private void endRoundIfDue(long now) {
    if (now - roundEnds >= 0) {
      endRound(now);
    }
  }

  private void endRound(long now) {
    double meanLag = lagOverTime / (now - roundEnds + ROUND);
    throttledByLag = meanLag > LATE;
    throttled = throttledByLag || slowSetUps * SLOW_SET_UP_RATIO > setUps;
    if (throttled || failed) {
      perSecond = Math.max(Math.min(LEAST_PER_SECOND, mostPerSecond), perSecond / 2);
    } else if (requested && meanLag <= LATE / 2.0 && !tooSlow) {
      // Without requests to start there is no evidence that a higher rate is safe.
      perSecond = Math.min(mostPerSecond, perSecond * 1.5);
    }
    lagOverTime = 0;
    setUps = 0;
    slowSetUps = 0;
    tooSlow = false;
    failed = false;
    requested = false;
    roundEnds = now + ROUND;
  }

  /** Counts a client that was started. */
  void started(long now) {
    admitted++;
    long gap = (long) (SECOND / perSecond);
    next = Math.max(next, now - Math.max(gap, CATCH_UP)) + gap;
  }

  /** The number of clients started so far. */
  long admitted() {
    return admitted;
  }

  /** Adds a sample of the lag of the loop; called in each tick, whether anything starts or not. */
  void lag(long nanos, long now) {
    lagOverTime += (double) nanos * (now - lastLagAt);
    lastLagAt = now;
    endRoundIfDue(now);
  }

  /** Adds the time from the request of a connection to the answer to its first call. */
  void setUp(long nanos) {
    // Compared with the fastest, since in a slow network all are long at any rate.
    fastestSetUp = Math.min(fastestSetUp, nanos);
    setUps++;
    slowSetUps += nanos - fastestSetUp > SLOW_SET_UP ? 1 : 0;
    tooSlow |= nanos - fastestSetUp > CLIENT_SETUP_WAIT;
  }

  /** A client joined. */
  void succeeded() {
    pause = FIRST_PAUSE;
  }

  /** A client failed to join. Failures during a pause do not extend it. */
  void failed(long now) {
    failed = true;
    if (now - pausedUntil >= 0) {
      pausedUntil = now + (long) (pause * (0.5 + jitter.nextDouble()));
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
  }

  /** Whether lag or slow set-ups reduced the rate in the last round. */
  boolean throttled() {
    return throttled;
  }

  /** Whether lag of the generator reduced the rate in the last round. */
  boolean throttledByLag() {
    return throttledByLag;
  }
}
