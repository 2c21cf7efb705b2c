package dev.nacoscapacity.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads services on nodes, one service on one node at a time, on top of the fleet's own lists. The
 * reads are evenly spaced, so that they stay a small part of the load; as many are under way as
 * answers take to come, up to a bound for each node, so that a silent one does not keep the others
 * from being read. What is waiting or being read is not read twice.
 */
public final class Sweeper {

  /** Of all loops of a process together, once the load has ended. */
  public static final int READS_PER_SECOND = 1000;

  private static final long SECOND = 1_000_000_000L;

  /** A loop that was late makes up for so much; beyond that its reads begin later. */
  private static final long MADE_UP = 20_000_000L;

  /** One read to make. */
  record Read(int service, int node) {}

  /** Starts a read; {@link #completed} must follow. */
  interface Starter {
    void start(Read read);
  }

  /** By node. */
  private final List<Deque<Read>> queues = new ArrayList<>();

  /** By node. */
  private final int[] underWay;

  private final Set<Read> pending = new HashSet<>();
  private final Starter starter;
  private final int loops;
  private final LoopSettings.Reads reads;
  private long gap;
  private long next;
  private int turn;

  /**
   * @param loops over which all reads are shared out
   * @param now in nanoseconds
   */
  Sweeper(int loops, LoopSettings settings, long now, Starter starter) {
    this.starter = starter;
    this.loops = loops;
    this.reads = settings.reads();
    this.underWay = new int[settings.nodes()];
    for (int node = 0; node < settings.nodes(); node++) {
      queues.add(new ArrayDeque<>());
    }
    this.next = now;
    underLoad(false);
  }

  /** Whether the reads come on top of a load, which they must not add much to. */
  void underLoad(boolean load) {
    gap = loops * SECOND / (load ? reads.perSecond() : READS_PER_SECOND);
  }

  void add(Read read) {
    if (pending.add(read)) {
      queues.get(read.node()).addLast(read);
    }
  }

  /** Starts what is due now; to be called every few milliseconds. */
  void step(long now) {
    next = Math.max(next, now - MADE_UP);
    while (now - next >= 0) {
      Read read = poll();
      if (read == null) {
        return;
      }
      next += gap;
      underWay[read.node()]++;
      starter.start(read);
    }
  }

  /** The next read of the node whose turn it is, of those that may be asked; null without one. */
  private Read poll() {
    for (int seen = 0; seen < underWay.length; seen++) {
      turn = turn + 1 < underWay.length ? turn + 1 : 0;
      if (!queues.get(turn).isEmpty() && underWay[turn] < reads.atOnce()) {
        return queues.get(turn).pollFirst();
      }
    }
    return null;
  }

  void completed(Read read) {
    pending.remove(read);
    underWay[read.node()]--;
  }

  /** Drops what has not been started. */
  void clear() {
    for (Deque<Read> queue : queues) {
      queue.forEach(pending::remove);
      queue.clear();
    }
  }
}
