package dev.nacoscapacity.cluster.model;

/**
 * A node's memory: what is live in it, and what garbage collection takes. Collections come more
 * often the more calls there are and the less is free, and each has more to copy the more is live:
 * their share of the time is proportional to calls a second × live / free. For one thread.
 *
 * <p>Sources: docs/results.md, "2.2.4 over gRPC": heaps of 768 MB, of nodes that lacked a class,
 * were full at 8,000 clients, 2 GB carried 12,000 with 16 to 38 % of the time for garbage;
 * alibaba/nacos issue 7302: a young collection of 10 GB stopped a node for 90 ms at 35,000
 * instances. No node was seen to die of it: calls reached their timeouts until the load ended. So a
 * full node stands still until its clients have gone.
 */
public final class Heap {

  private static final long SECOND = 1_000_000_000;

  /**
   * What a node holds.
   *
   * @param instances that it owns
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
  private long live;
  private double share;

  /**
   * @param max the largest it can be, in bytes
   */
  public Heap(long max, Costs costs) {
    this.max = max;
    this.costs = costs;
    this.grpc = costs.version().grpc();
    this.live = costs.of(Cost.HEAP_BASE);
  }

  /**
   * Looks at the node, once a second.
   *
   * @param content what it holds now
   * @param calls that it served in the last second
   */
  public void look(Content content, long calls) {
    look(
        costs.of(Cost.HEAP_BASE)
            + content.instances * costs.of(Cost.HEAP_INSTANCE)
            + content.copies * costs.of(Cost.HEAP_COPY)
            + content.connections * costs.of(Cost.HEAP_CONNECTION)
            + content.subscribers * costs.of(Cost.HEAP_SUBSCRIBER)
            + (grpc ? content.grpcConnections * costs.of(Cost.HEAP_GRPC_CONNECTION) : 0),
        calls);
  }

  /**
   * Looks at a node of which only the live bytes are known.
   *
   * @param bytes that are live now
   */
  public void look(long bytes, long calls) {
    live = bytes;
    double most = costs.number(Cost.GARBAGE_MOST);
    double free = max - live;
    double asked = calls * (double) costs.of(Cost.GARBAGE_CALL) / SECOND * live / free;
    share = full() ? most : Math.min(most, asked);
  }

  /** How much is live, in bytes; at most a little more than the heap, when the node stops. */
  public long live() {
    return live;
  }

  /** Whether all of it is live: the node is out of memory. */
  public boolean full() {
    return live >= max;
  }

  /** Garbage collection's share of the time, 0 up to 1; all of it when the heap is full. */
  public double share() {
    return full() ? 1 : share;
  }

  /** What work costs with the collection that it causes, over what it costs without: 1 or more. */
  public double inflation() {
    return 1 / (1 - share);
  }

  /**
   * For how long the node does nothing in this second, at once; all of it when the heap is full. It
   * only delays: the processor time of collections is in {@link #inflation} already.
   */
  public long pauseNanos() {
    if (full()) {
      return SECOND;
    }
    double pause = (double) live / (1 << 30) * costs.of(Cost.GARBAGE_PAUSE);
    // With less than one collection a second, its part of this one.
    return Math.round(Math.min(pause, share * SECOND));
  }
}
