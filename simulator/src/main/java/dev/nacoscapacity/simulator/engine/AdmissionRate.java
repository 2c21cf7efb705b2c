package dev.nacoscapacity.simulator.engine;

import java.util.SplittableRandom;

/**
 * How fast one event loop brings clients in, for the first time or back again. Additional load must
 * not be what makes the generator late, nor what makes a node slow to take a connection up: a 2.x
 * client waits 100 ms for a server before 2.3 and then registers, ready or not.
 *
 * <p>Twice a second the rate is halved if the loop was late, or set-ups were slow meanwhile, and
 * grows by half, up to the most, if all was well (AIMD's rule, but quick to rise). While clients
 * fail to get in, nothing is started for 100 ms, and for twice as long each time, up to 5 s, with
 * jitter. {@code RpcClient.reconnect} of one client pauses 100 ms longer after each round of its
 * servers, up to 5 s, without jitter; here one loop stands in for thousands.
 */
public final class AdmissionRate {

  /** The loop is late beyond this, in the mean over time: the verdict's own bound of lag. */
  public static final long LATE = 100_000_000L;

  /** How long a client waits for a server to take its connection up. */
  private static final long CLIENTS_WAIT = 100_000_000L;

  /** A set-up is slow when it takes longer than the fastest one by half of that. */
  static final long SLOW_SET_UP = CLIENTS_WAIT / 2;

  /** One slow set-up among so many is an accident: a pause to collect garbage, somewhere. */
  private static final int ACCIDENT = 10;

  /** It never slows down further than this by itself. */
  public static final double LEAST_PER_SECOND = 20;

  private static final double FIRST_PER_SECOND = 50;
  private static final long ROUND = 500_000_000L;

  /** A loop may sleep so long: what falls due meanwhile is made up for, and no more. */
  private static final long CREDIT = 5_000_000L;

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
  private boolean asked;
  private long admitted;
  private boolean heldByLag;
  private boolean heldBack;

  private AdmissionRate(double perSecond, double mostPerSecond, long seed, long now) {
    this.perSecond = perSecond;
    this.mostPerSecond = mostPerSecond;
    this.jitter = new SplittableRandom(seed);
    this.next = now - CREDIT;
    this.pausedUntil = now;
    this.roundEnds = now + ROUND;
    this.lastLagAt = now;
  }

  /** For clients that set up connections: slow at first, for cold nodes set them up slowly. */
  static AdmissionRate careful(double mostPerSecond, long seed, long now) {
    return new AdmissionRate(Math.min(FIRST_PER_SECOND, mostPerSecond), mostPerSecond, seed, now);
  }

  /** For clients that need none: at the most from the beginning. */
  static AdmissionRate eager(double mostPerSecond, long seed, long now) {
    return new AdmissionRate(mostPerSecond, mostPerSecond, seed, now);
  }

  /** Whether one more may be started now. */
  boolean mayStart(long now) {
    asked = true;
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
    heldByLag = meanLag > LATE;
    heldBack = heldByLag || slowSetUps * ACCIDENT > setUps;
    if (heldBack || failed) {
      perSecond = Math.max(Math.min(LEAST_PER_SECOND, mostPerSecond), perSecond / 2);
    } else if (asked && meanLag <= LATE / 2.0 && !tooSlow) {
      // Where nobody could be started anyway, nothing shows that more may be.
      perSecond = Math.min(mostPerSecond, perSecond * 1.5);
    }
    lagOverTime = 0;
    setUps = 0;
    slowSetUps = 0;
    tooSlow = false;
    failed = false;
    asked = false;
    roundEnds = now + ROUND;
  }

  /** One was started. */
  void started(long now) {
    admitted++;
    long gap = (long) (SECOND / perSecond);
    next = Math.max(next, now - Math.max(gap, CREDIT)) + gap;
  }

  /** How many were started so far. */
  long admitted() {
    return admitted;
  }

  /** The loop came to its work so late now; to be told whether anything is started or not. */
  void lag(long nanos, long now) {
    lagOverTime += (double) nanos * (now - lastLagAt);
    lastLagAt = now;
    endRoundIfDue(now);
  }

  /** A server answered the first call on a new connection so long after it was asked for. */
  void setUp(long nanos) {
    // A far network makes each of them long, which no rate would change.
    fastestSetUp = Math.min(fastestSetUp, nanos);
    setUps++;
    slowSetUps += nanos - fastestSetUp > SLOW_SET_UP ? 1 : 0;
    tooSlow |= nanos - fastestSetUp > CLIENTS_WAIT;
  }

  /** One got in. */
  void succeeded() {
    pause = FIRST_PAUSE;
  }

  /** One did not; those that fail while nothing is started anyway change nothing. */
  void failed(long now) {
    failed = true;
    if (now - pausedUntil >= 0) {
      pausedUntil = now + (long) (pause * (0.5 + jitter.nextDouble()));
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    }
  }

  /** Whether lateness or slow set-ups slowed it down in the last round: that is by intent. */
  boolean heldBack() {
    return heldBack;
  }

  /** Whether the generator's own lateness slowed it down in the last round. */
  boolean heldByLag() {
    return heldByLag;
  }
}
