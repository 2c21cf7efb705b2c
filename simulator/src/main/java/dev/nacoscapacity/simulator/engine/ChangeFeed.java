package dev.nacoscapacity.simulator.engine;

import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * The registrations and deregistrations that all event loops share: when each instance registered
 * last, what the registry acknowledged last, and the changes that each loop must track for its
 * subscribers. Stores nothing for a fleet without subscriptions. Safe for use by all loops.
 */
final class ChangeFeed {

  private static final State[] STATES = State.values();

  /** By instance: when its last registration was written, in nanoseconds. */
  private final AtomicLongArray registrations;

  /**
   * By instance: when all that was written of it before became uncertain, in nanoseconds; 0 for
   * never.
   */
  private final AtomicLongArray withdrawals;

  /**
   * By instance: when the registry acknowledged its last change, in nanoseconds, with a {@link
   * State} in the two lowest bits, so that loops read both at once.
   */
  private final AtomicLongArray acknowledged;

  private final List<Queue<Change>> inboxes;

  /** Loops that have not reported the last lists of their subscribers. */
  private int loops;

  /** Instances that the last list of some subscriber names. */
  private final BitSet named = new BitSet();

  /** Instances about which the last list of some subscriber is wrong. */
  private final BitSet wrong = new BitSet();

  /** What the registry acknowledged of an instance. */
  enum State {
    /** Nothing, or a call failed or the connection ended since. */
    UNKNOWN,
    REGISTERED,
    DEREGISTERED
  }

  /**
   * @param instances of the fleet; 0 when no instance subscribes
   * @param loops number of event loops
   */
  ChangeFeed(int instances, int loops) {
    this.registrations = new AtomicLongArray(instances);
    this.withdrawals = new AtomicLongArray(instances);
    this.acknowledged = new AtomicLongArray(instances);
    this.loops = loops;
    this.inboxes =
        IntStream.range(0, loops)
            .<Queue<Change>>mapToObj(loop -> new ConcurrentLinkedQueue<>())
            .toList();
  }

  /** Whether the fleet has subscriptions. */
  boolean hasSubscribers() {
    return registrations.length() > 0;
  }

  void registering(int instance, long now) {
    registrations.set(instance, now);
  }

  long registered(int instance) {
    return registrations.get(instance);
  }

  /** The registry acknowledged that an instance is registered, or is not. */
  void acknowledged(int instance, State state, long now) {
    acknowledged.set(instance, now & ~3L | state.ordinal());
  }

  /** What the registry holds of an instance is unknown, and what was written of it is withdrawn. */
  void withdraw(int instance, long now) {
    withdrawals.set(instance, now);
    acknowledged(instance, State.UNKNOWN, now);
  }

  State state(int instance) {
    return STATES[(int) acknowledged.get(instance) & 3];
  }

  /** When the registry acknowledged the last change of an instance, in nanoseconds. */
  long acknowledged(int instance) {
    return acknowledged.get(instance) & ~3L;
  }

  /** Whether a change was withdrawn after it was written. */
  boolean isWithdrawn(Change change) {
    long withdrawn = withdrawals.get(change.instance());
    return withdrawn != 0 && withdrawn - change.written() >= 0;
  }

  /**
   * Adds what the last lists of a loop's subscribers say; each loop does so once.
   *
   * @param listed instances that some list names
   * @param misstated instances about which some list is wrong
   * @return to the last loop, the instances whose last change some subscriber was not told of: all
   *     misstated ones but those registered ones that no list names, since the registry itself has
   *     lost them. To other loops, none
   */
  synchronized BitSet compare(BitSet listed, BitSet misstated) {
    named.or(listed);
    wrong.or(misstated);
    BitSet undelivered = new BitSet();
    if (--loops == 0) {
      wrong.stream()
          .filter(instance -> named.get(instance) || state(instance) == State.DEREGISTERED)
          .forEach(undelivered::set);
    }
    return undelivered;
  }

  void changing(int instance, boolean registered, long now) {
    Change change = new Change(instance, registered, now, inboxes.size());
    inboxes.forEach(inbox -> inbox.add(change));
  }

  /** The queue of changes that a loop has not processed. */
  Queue<Change> inbox(int loop) {
    return inboxes.get(loop);
  }
}
