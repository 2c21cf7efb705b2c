package dev.nacoscapacity.cluster.model;

/**
 * A node's memory: live bytes, and the cost of garbage collection. Each call leaves garbage, whose
 * collection costs work in proportion to (live / free)²: the less space is free, the more often a
 * node collects, and the more is live, the more each collection copies. For one thread.
 *
 * <p>Sources: docs/data/collections.csv: the exponent and the cost; docs/data/observations.csv:
 * heaps of 768 MB, of nodes that lacked a class, were full at 8,000 clients; alibaba/nacos issue
 * 7302: a young collection of 10 GB stopped a node for 90 ms at 35,000 instances. No node was seen
 * to die of it: calls timed out until the load ended. So a full node stalls until its clients are
 * gone.
 */
public final class Heap {

  private static final long SECOND = 1_000_000_000;

  private final long max;
  private final double speed;

  /** Nanoseconds of {@link Cost#GARBAGE_CALL}. */
  private final double cost;

  /** The most nanoseconds of collection in a second. */
  private final double most;

  /** Nanoseconds of {@link Cost#GARBAGE_PAUSE}. */
  private final long pause;

  private long live;
  private double share;

  /** The nanoseconds of collection that are left in this second. */
  private double budget;

  /**
   * @param max the largest it can be, in bytes
   * @param speed of a core, relative to the reference machine of the costs, above 0
   */
  public Heap(long max, Costs costs, double speed) {
    this.max = max;
    this.speed = speed;
    this.cost = costs.of(Cost.GARBAGE_CALL);
    this.most = costs.number(Cost.GARBAGE_MOST) * SECOND * speed;
    this.pause = costs.of(Cost.GARBAGE_PAUSE);
    this.live = costs.of(Cost.HEAP_BASE);
    this.budget = most;
  }

  /**
   * Updates the memory, once a second.
   *
   * @param bytes that are live now; see {@link Costs#bytes}
   */
  public void look(long bytes) {
    live = bytes;
    share = full() ? 1 : (most - budget) / SECOND / speed;
    budget = most;
  }

  /**
   * How much work of {@link Cost#GARBAGE_CALL} a call causes: 1 when live and free heap are equal;
   * 0 when the heap is full, as the node then serves nothing.
   */
  public double garbageOfCall() {
    double pressure = (double) live / (max - live);
    return full() ? 0 : pressure * pressure;
  }

  /**
   * Counts a call.
   *
   * @return the work that it causes, as {@link #garbageOfCall} but no more than is left in this
   *     second by {@link Cost#GARBAGE_MOST}
   */
  double collect() {
    double garbage = garbageOfCall();
    double amount = garbage * cost > budget ? budget / cost : garbage;
    budget -= amount * cost;
    return amount;
  }

  /** Live bytes; at most slightly more than the heap, when the node stalls. */
  public long live() {
    return live;
  }

  /** Whether the whole heap is live: the node is out of memory. */
  public boolean full() {
    return live >= max;
  }

  /**
   * Share of the second before the last update in garbage collection, 0 to 1; 1 when the heap is
   * full.
   */
  public double share() {
    return share;
  }

  /**
   * The pause of the node in this second; the whole second when the heap is full. The pause only
   * delays work: the processor time of collections is that of the calls.
   */
  public long pauseNanos() {
    if (full()) {
      return SECOND;
    }
    double length = (double) live / (1 << 30) * pause;
    // With less than one collection a second, the corresponding part of a pause.
    return Math.round(Math.min(length, share * SECOND));
  }
}
