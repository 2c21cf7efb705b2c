package dev.nacoscapacity.simulator.run;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Brings clients back whose connection is gone, one after another at a bounded rate: real clients
 * would all come at once, and the herd of a whole fleet would be the generator's doing. While it
 * fails they pause as one real client does ({@code RpcClient.reconnect}): 100 ms, and longer each
 * time, up to 5 s.
 */
final class Reconnections {

  /** Starts a client's new connection; {@link #completed} must follow. */
  interface Starter {
    void start(int member, boolean config);
  }

  private static final long PAUSE = 100_000_000L;
  private static final int LONGEST_PAUSE = 50;

  private final long gap;
  private final Starter starter;

  /** Members whose naming connection is wanted, and ones complemented by bits for configuration. */
  private final Deque<Integer> waiting = new ArrayDeque<>();

  private final BitSet naming = new BitSet();
  private final BitSet config = new BitSet();
  private long next;
  private int failuresInARow;

  /**
   * @param gap from one start to the next at least, in nanoseconds
   */
  Reconnections(long gap, long now, Starter starter) {
    this.gap = gap;
    this.next = now;
    this.starter = starter;
  }

  /** A client wants a connection; who waits or is being connected already does not want two. */
  void add(int member, boolean ofConfig) {
    BitSet pending = ofConfig ? config : naming;
    if (!pending.get(member)) {
      pending.set(member);
      waiting.addLast(ofConfig ? ~member : member);
    }
  }

  /** Starts those that may start now. */
  void step(long now) {
    while (!waiting.isEmpty() && now - next >= 0) {
      next = Math.max(next, now - gap) + gap;
      int coded = waiting.pollFirst();
      starter.start(coded < 0 ? ~coded : coded, coded < 0);
    }
  }

  /** What was started has ended. */
  void completed(int member, boolean ofConfig, boolean ok, long now) {
    BitSet pending = ofConfig ? config : naming;
    if (!pending.get(member)) {
      return;
    }
    pending.clear(member);
    if (ok) {
      failuresInARow = 0;
    } else {
      failuresInARow = Math.min(LONGEST_PAUSE, failuresInARow + 1);
      next = Math.max(next, now + failuresInARow * PAUSE);
      add(member, ofConfig);
    }
  }

  /** Whether a client's naming connection is being brought back. */
  boolean isPending(int member) {
    return naming.get(member);
  }

  void clear() {
    waiting.clear();
    naming.clear();
    config.clear();
  }
}
