package dev.nacoscapacity.cluster.model;

/**
 * A node's memory: live bytes, and the cost of garbage collection. The frequency of collections
 * grows with the number of calls and with decreasing free space, and each collection copies the
 * live bytes, so the share of time in collections is proportional to calls a second × live / free.
 * For one thread.
 *
 * <p>Sources: docs/results.md, "2.2.4 over gRPC": heaps of 768 MB, of nodes that lacked a class,
 * were full at 8,000 clients, 2 GB carried 12,000 with 16 to 38 % of the time for garbage;
 * alibaba/nacos issue 7302: a young collection of 10 GB stopped a node for 90 ms at 35,000
 * instances. No node was seen to die of it: calls timed out until the load ended. So a full node
 * stalls until its clients are gone.
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
   * Updates the memory, once a second.
   *
   * @param content of the node now
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
   * Updates the memory of a node of which only the live bytes are known.
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

  /** Live bytes; at most slightly more than the heap, when the node stalls. */
  public long live() {
    return live;
  }

  /** Whether the whole heap is live: the node is out of memory. */
  public boolean full() {
    return live >= max;
  }

  /** Share of time in garbage collection, 0 to 1; 1 when the heap is full. */
  public double share() {
    return full() ? 1 : share;
  }

  /** Cost factor of work including the collections that it causes: 1 or more. */
  public double inflation() {
    return 1 / (1 - share);
  }

  /**
   * The pause of the node in this second; the whole second when the heap is full. The pause only
   * delays work: the processor time of collections is part of {@link #inflation}.
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
