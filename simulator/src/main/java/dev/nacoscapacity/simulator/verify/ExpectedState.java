package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.core.workload.BeatTime;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * The state that the registry must show: which instances it acknowledged, since when, and whether
 * their clients kept beating. Answers to lists do not affect the expected state.
 *
 * <p><b>Due</b> is an instance whose registration was acknowledged {@link GracePeriods#due()} ago
 * and whose deregistration was not yet written: every node must list it. A registration that is
 * repeated after a loss does not restart this time. <b>Unknown-instance beat</b> is a beat of an
 * acknowledged instance that was answered 20404, "no such instance".
 *
 * <p>Event loops call the methods named after an event, and report each write <em>before</em> they
 * write it, so that no answer can precede the expected state. Those methods neither allocate nor
 * lock; an instance has at most one call of a kind in flight. One thread, the run's, calls {@link
 * #settle}. Times are ns of one monotonic clock. An instance costs 21 bytes.
 */
public final class ExpectedState {

  private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

  private final Fleet fleet;
  private final long origin;
  private final int dueMs;
  private final byte[] states;
  private final int[] acknowledgedMs;

  private static final int BEATS_UNTIL_REMOVED = 6;
  private static final int EXPIRY_CHECK_MS = 5000;

  /** Enough digits for gaps below half a minute to be exact to the millisecond. */
  private static final int BEAT_GAP_DIGITS = 4;

  /** Instances over HTTP, in a fleet with two protocols. */
  private final InstanceSet overHttp;

  private final BeatGaps gaps;

  /** Instances that have registered again since their last late beat. */
  private final InstanceSet knownAgain;

  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicIntegerArray due;
  private final AtomicIntegerArray possible;
  private final AtomicLongArray tightened;
  private final AtomicLongArray unknownInstanceBeats;

  /**
   * @param nodes how many nodes the cluster has; they are numbered from 0
   * @param now the origin: no later call passes an earlier time
   */
  public ExpectedState(Fleet fleet, int nodes, GracePeriods limits, long now) {
    this.fleet = fleet;
    this.origin = now;
    this.dueMs = Math.toIntExact(limits.due().toMillis());
    this.states = new byte[fleet.size()];
    this.acknowledgedMs = new int[fleet.size()];
    this.overHttp = new InstanceSet(fleet.size());
    this.knownAgain = new InstanceSet(fleet.size());
    int gap = Math.toIntExact(limits.beatGap().toMillis());
    int httpGap = Math.toIntExact(limits.httpBeatGap().toMillis());
    this.gaps =
        new BeatGaps(
            fleet.size(),
            instance ->
                // Over gRPC, whose bound is the longer one, beats are the connection's.
                gap > httpGap && !overHttp.contains(instance)
                    ? gap
                    : (int)
                        Math.rint(fleet.classOf(fleet.serviceOf(instance)).beatsRarer() * httpGap));
    this.due = new AtomicIntegerArray(fleet.services());
    this.possible = new AtomicIntegerArray(fleet.services());
    this.tightened = new AtomicLongArray(fleet.services());
    this.unknownInstanceBeats = new AtomicLongArray(nodes);
    for (int service = 0; service < fleet.services(); service++) {
      tightened.set(service, now);
    }
  }

  /** An instance is about to register, in a fleet with two protocols. */
  public void speaksHttp(int instance, boolean http) {
    if (http) {
      overHttp.add(instance);
    } else {
      overHttp.remove(instance);
    }
  }

  /**
   * A registration is about to be written, possibly again for a lost instance.
   *
   * @return whether the instance had left
   */
  public boolean registering(int instance) {
    RegistrationState was = state(instance);
    boolean hadLeft = was == RegistrationState.LEFT || was == RegistrationState.GONE;
    if (hadLeft) {
      // Otherwise the absence would count as a late beat, which excuses a drop.
      gaps.forget(instance);
    }
    if (!isRegistered(was)) {
      move(instance, RegistrationState.OFFERED);
    }
    return hadLeft;
  }

  /** A registration was acknowledged. */
  public void registered(int instance, long now) {
    switch (state(instance)) {
      case ABSENT, OFFERED -> {
        INTS.setOpaque(acknowledgedMs, instance, ms(now));
        gaps.start(instance, ms(now));
        move(instance, RegistrationState.ACKNOWLEDGED);
      }
      case ACKNOWLEDGED, DUE -> {
        written(instance, now);
        knownAgain.add(instance);
      }
      default -> {
        // The answer arrived after the deregistration began; an instance listed after that is
        // stale.
      }
    }
  }

  /** A beat is about to be written. */
  public void beatWritten(int instance, long now) {
    written(instance, now);
  }

  /**
   * A beat is about to be written, which may be {@linkplain #beatRefused refused}.
   *
   * @param begun when its first attempt began
   */
  public void beatWritten(int instance, long begun, long now) {
    gaps.begun(instance, ms(begun));
    written(instance, now);
  }

  /** The beat that was written then reached no node, in none of its attempts. */
  public void beatRefused(int instance, long written) {
    gaps.refused(instance, ms(written));
  }

  private void written(int instance, long now) {
    if (gaps.written(instance, ms(now))) {
      knownAgain.remove(instance);
    }
  }

  /**
   * The connection that keeps an instance alive is closed: deviations are excused for some time.
   */
  public void disconnected(int instance, long now) {
    gaps.excuse(instance, ms(now));
  }

  /**
   * A beat was answered 20404, "no such instance", through this node. What late beats cost lasts
   * until the instance has registered again.
   */
  public void unknownInstance(int instance, int node, long now) {
    if (isRegistered(state(instance))) {
      unknownInstanceBeats.incrementAndGet(node);
      if (!knownAgain.contains(instance)) {
        gaps.renewExcuse(instance, ms(now));
      }
    }
  }

  /** A deregistration is about to be written. */
  public void deregistering(int instance) {
    RegistrationState was = state(instance);
    if (was.possible && was != RegistrationState.LEFT) {
      move(instance, RegistrationState.LEAVING);
    }
  }

  /** A deregistration was acknowledged. */
  public void deregistered(int instance, long now) {
    if (state(instance) == RegistrationState.LEAVING) {
      INTS.setOpaque(acknowledgedMs, instance, ms(now));
      move(instance, RegistrationState.LEFT);
    }
  }

  /**
   * An instance disappeared without deregistering. It counts as deregistered from the time at which
   * the registry must have noticed: at once where its own connection closed, otherwise when its
   * last beat has expired and the next check of expiry is over.
   */
  public void vanished(int instance, boolean connected, long now) {
    if (state(instance).possible) {
      INTS.setOpaque(acknowledgedMs, instance, ms(now) + (connected ? 0 : expiryMs(instance)));
      move(instance, RegistrationState.LEFT);
    }
  }

  /** An instance with slower beats than usual asks for a longer expiry in its metadata. */
  private int expiryMs(int instance) {
    Double beat = fleet.classOf(fleet.serviceOf(instance)).beatSeconds();
    double seconds = Math.max(BeatTime.INTERVAL.millis() / 1e3, beat == null ? 0 : beat);
    return (int) (seconds * BEATS_UNTIL_REMOVED * 1000) + EXPIRY_CHECK_MS;
  }

  /** How many instances of a service every node must list, as of the last {@link #settle}. */
  public int due(int service) {
    return due.get(service);
  }

  /** How many instances of a service a node may list, as of the last {@link #settle}. */
  public int possible(int service) {
    return possible.get(service);
  }

  /** Acknowledged registrations and deregistrations that are not yet due on every node. */
  public int waiting() {
    return waiting.get();
  }

  /** Beats answered 20404 through a node, since the run began. */
  public long unknownInstanceBeats(int node) {
    return unknownInstanceBeats.get(node);
  }

  /** Updates instances that have become due; called by the run's thread, once a second. */
  void settle(long now) {
    if (waiting.get() == 0) {
      return;
    }
    for (int instance = 0; instance < states.length; instance++) {
      RegistrationState state = state(instance);
      if (state.waiting && elapsed(instance, now)) {
        // Set before the counts change: a thread that sees the new counts must also see since when
        // they apply.
        tightened.set(fleet.serviceOf(instance), now);
        RegistrationState next =
            state == RegistrationState.LEFT ? RegistrationState.GONE : RegistrationState.DUE;
        if (BYTES.compareAndSet(states, instance, state.code(), next.code())) {
          count(instance, state, next);
        }
      }
    }
  }

  /**
   * When a service's bounds last became narrower. An answer to an earlier request may be older than
   * the bounds, and is not a deviation.
   */
  long tightened(int service) {
    return tightened.get(service);
  }

  /** Whether every node must list an instance in its answer to a request of that time. */
  boolean mustBeListed(int instance, long askedAt) {
    return isRegistered(state(instance)) && elapsed(instance, askedAt);
  }

  /** Whether no node may list an instance in its answer to a request of that time. */
  boolean mustNotBeListed(int instance, long askedAt) {
    RegistrationState state = state(instance);
    return state == RegistrationState.ABSENT
        || (state == RegistrationState.LEFT || state == RegistrationState.GONE)
            && elapsed(instance, askedAt);
  }

  /** Whether an instance's beats were written often enough for it to be listed as healthy. */
  boolean keptBeating(int instance, long now) {
    return gaps.isWithinBound(instance, ms(now));
  }

  /** Every instance may have expired for want of beats that do not look late. */
  void excuseBeats(long now) {
    for (int instance = 0; instance < states.length; instance++) {
      gaps.excuse(instance, ms(now));
    }
  }

  void forgetBeatGaps() {
    gaps.forgetLongest();
  }

  /** The longest gap of each registered instance, including the open one, in microseconds. */
  Histogram beatGaps(long now) {
    Histogram micros = new Histogram(BEAT_GAP_DIGITS);
    for (int instance = 0; instance < states.length; instance++) {
      if (isRegistered(state(instance))) {
        micros.recordValue(TimeUnit.MILLISECONDS.toMicros(gaps.longest(instance, ms(now))));
      }
    }
    return micros;
  }

  private RegistrationState state(int instance) {
    return RegistrationState.of((byte) BYTES.getVolatile(states, instance));
  }

  private static boolean isRegistered(RegistrationState state) {
    return state == RegistrationState.ACKNOWLEDGED || state == RegistrationState.DUE;
  }

  private boolean elapsed(int instance, long now) {
    return ms(now) - (int) INTS.getOpaque(acknowledgedMs, instance) >= dueMs;
  }

  private void move(int instance, RegistrationState to) {
    RegistrationState from =
        RegistrationState.of((byte) BYTES.getAndSet(states, instance, to.code()));
    count(instance, from, to);
  }

  private void count(int instance, RegistrationState from, RegistrationState to) {
    int service = fleet.serviceOf(instance);
    add(possible, service, from.possible, to.possible);
    add(due, service, from == RegistrationState.DUE, to == RegistrationState.DUE);
    if (from.waiting != to.waiting) {
      waiting.addAndGet(to.waiting ? 1 : -1);
    }
  }

  private static void add(AtomicIntegerArray counts, int service, boolean from, boolean to) {
    if (from != to) {
      counts.addAndGet(service, to ? 1 : -1);
    }
  }

  private int ms(long now) {
    return (int) TimeUnit.NANOSECONDS.toMillis(now - origin);
  }
}
