package dev.nacoscapacity.cluster.model;

/**
 * A node's memory: live bytes, and the cost of garbage collection. Each call leaves garbage, whose
 * collection costs work in proportion to (live / free)²: the less space is free, the more often a
 * node collects, and the more is live, the more each collection copies. For one thread.
 *
 * <p>Sources: docs/model.md, "Collections": the exponent and the cost; docs/results.md, "2.2.4 over
 * gRPC": heaps of 768 MB, of nodes that lacked a class, were full at 8,000 clients; alibaba/nacos
 * issue 7302: a young collection of 10 GB stopped a node for 90 ms at 35,000 instances. No node was
 * seen to die of it: calls timed out until the load ended. So a full node stalls until its clients
 * are gone.
 */
public final class Heap {

  private static final long SECOND = 1_000_000_000;

  /**
   * The content of a node's memory.
   *
   * @param instances that the node owns
   * @param copies of instances that others own
   * @param connections over HTTP
   * @param grpcConnections over gRPC
   * @param subscribers that it pushes to
   */
  public record Content(
      long instances, long copies, long connections, long grpcConnections, long subscribers) {}

  private final long max;
  private final Costs costs;
  private final boolean grpc;
  private final double speed;

  /** Nanoseconds of {@link Cost#GARBAGE_CALL}. */
  private final double cost;

  /** The most nanoseconds of collection in a second. */
  private final double most;

  private long live;
  private double share;

  /** The nanoseconds of collection that are left in this second. */
  private double left;

  /**
   * @param max the largest it can be, in bytes
   * @param speed of a core, relative to the reference machine of the costs, above 0
   */
  public Heap(long max, Costs costs, double speed) {
    this.max = max;
    this.costs = costs;
    this.grpc = costs.version().grpc();
    this.speed = speed;
    this.cost = costs.of(Cost.GARBAGE_CALL);
    this.most = costs.number(Cost.GARBAGE_MOST) * SECOND * speed;
    this.live = costs.of(Cost.HEAP_BASE);
    this.left = most;
  }

  /**
   * Updates the memory, once a second.
   *
   * @param content of the node now
   */
  public void look(Content content) {
    look(
        costs.of(Cost.HEAP_BASE)
            + content.instances * costs.of(Cost.HEAP_INSTANCE)
            + content.copies * costs.of(Cost.HEAP_COPY)
            + content.connections * costs.of(Cost.HEAP_CONNECTION)
            + content.subscribers * costs.of(Cost.HEAP_SUBSCRIBER)
            + (grpc ? content.grpcConnections * costs.of(Cost.HEAP_GRPC_CONNECTION) : 0));
  }

  /**
   * Updates the memory of a node of which only the live bytes are known.
   *
   * @param bytes that are live now
   */
  public void look(long bytes) {
    live = bytes;
    share = full() ? 1 : (most - left) / SECOND / speed;
    left = most;
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
    double asked = garbageOfCall();
    double amount = asked * cost > left ? left / cost : asked;
    left -= amount * cost;
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
    double pause = (double) live / (1 << 30) * costs.of(Cost.GARBAGE_PAUSE);
    // With less than one collection a second, the corresponding part of a pause.
    return Math.round(Math.min(pause, share * SECOND));
  }
}
