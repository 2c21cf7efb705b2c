package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.workload.Workload;

/**
 * Estimates the memory that a run on a model needs in this JVM. Measured with {@code jmap
 * -histo:live} in the measurement window of models of 200,000 instances; gRPC figures are assumed.
 */
final class ModelMemory {

  private static final long MEGABYTE = 1 << 20;

  /** Bytes for classes, compiled code and the record, independent of the model. */
  private static final long BASE = 60 * MEGABYTE;

  /** Bytes of an instance, its beat, and its entries in the owner's table and in the fleet. */
  private static final long INSTANCE = 480;

  /** Bytes of an instance's gRPC connection, with the state of both ends. */
  private static final long GRPC_INSTANCE = 1000;

  /** Bytes of a service on one node, and of the fleet's view of it. */
  private static final long SERVICE_ON_NODE = 1200;

  /**
   * Heap bytes for each live byte: the old generation, two thirds of the heap, must hold the live
   * data with a margin of a tenth.
   */
  private static final double HEAP_PER_LIVE_BYTE = 1.65;

  private ModelMemory() {}

  /**
   * Returns the heap that a run needs, in bytes.
   *
   * @param nodes number of nodes in its cluster, at least 1
   */
  static long needed(Workload settings, int nodes) {
    long instances = settings.instances();
    long live =
        BASE
            + instances * (INSTANCE + (settings.protocol().grpc() ? GRPC_INSTANCE : 0))
            // Three bits for each instance and node, for what the node has listed.
            + instances * nodes * 3 / Byte.SIZE
            + (long) settings.services() * nodes * SERVICE_ON_NODE;
    return (long) (live * HEAP_PER_LIVE_BYTE);
  }

  /**
   * Describes a shortage and its remedy, on one line.
   *
   * @param maxHeap in bytes
   */
  static String shortage(Workload settings, int nodes, long maxHeap) {
    long needed = Math.max(needed(settings, nodes), maxHeap + maxHeap / 4);
    // Rounded up to 100 MB.
    long megabytes = (needed / MEGABYTE / 100 + 1) * 100;
    return "a model of %,d instances on %d nodes needs about %.1f GB, and this JVM may have %.1f: %s"
        .formatted(
            settings.instances(),
            nodes,
            needed / (1024.0 * MEGABYTE),
            maxHeap / (1024.0 * MEGABYTE),
            "JAVA_OPTS=-Xmx" + megabytes + "m");
  }
}
