package dev.nacoscapacity.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists services on nodes, in addition to the lists of the fleet: one read is one service on one
 * node. Reads are evenly spaced, so that they are a small part of the load. The number of
 * concurrent reads of each node is limited, so that a node without answers does not block the
 * others. A read that is queued or in flight is not repeated.
 */
public final class Sweeper {

  /** Reads per second of all loops of a process together, without load. */
  public static final int READS_PER_SECOND = 1000;

  private static final long SECOND = 1_000_000_000L;

  /** A loop that lagged catches up on reads of at most this time. */
  private static final long CATCH_UP = 20_000_000L;

  /** One read to make. */
  record Read(int service, int node) {}

  /** Starts a read; {@link #completed} must follow. */
  interface Starter {
    void start(Read read);
  }

  /** By node: reads to start. */
  private final List<Deque<Read>> queues = new ArrayList<>();

  /** By node: number of reads in flight. */
  private final int[] underWay;

  private final Set<Read> pending = new HashSet<>();
  private final Starter starter;
  private final int loops;
  private final LoopSettings.Reads reads;
  private long interval;
  private long next;
  private int lastNode;

  /**
   * @param loops number of event loops that share the rate
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

  /** Sets the rate of reads, which is lower under load. */
  void underLoad(boolean load) {
    interval = loops * SECOND / (load ? reads.perSecond() : READS_PER_SECOND);
  }

  /** Queues a read, unless it is queued or in flight. */
  void add(Read read) {
    if (pending.add(read)) {
      queues.get(read.node()).addLast(read);
    }
  }

  /** Starts the reads that are due now; to be called every few milliseconds. */
  void step(long now) {
    next = Math.max(next, now - CATCH_UP);
    while (now - next >= 0) {
      Read read = poll();
      if (read == null) {
        return;
      }
      next += interval;
      underWay[read.node()]++;
      starter.start(read);
    }
  }

  /** The next read, of the nodes in turn, within their limits; null when there is none. */
  private Read poll() {
    for (int tries = 0; tries < underWay.length; tries++) {
      lastNode = lastNode + 1 < underWay.length ? lastNode + 1 : 0;
      if (!queues.get(lastNode).isEmpty() && underWay[lastNode] < reads.atOnce()) {
        return queues.get(lastNode).pollFirst();
      }
    }
    return null;
  }

  void completed(Read read) {
    pending.remove(read);
    underWay[read.node()]--;
  }

  /** Discards the reads that have not started. */
  void clear() {
    for (Deque<Read> queue : queues) {
      queue.forEach(pending::remove);
      queue.clear();
    }
  }
}
