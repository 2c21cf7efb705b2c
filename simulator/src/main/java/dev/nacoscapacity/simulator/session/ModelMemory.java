package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.run.RunSettings;

/**
 * Estimates the memory that a run on a model needs in this JVM. Measured with {@code jmap
 * -histo:live} in the measurement window of models of 200,000 instances; over gRPC assumed.
 */
final class ModelMemory {

  private static final long MEGABYTE = 1 << 20;

  /** Classes, data of compiled code, the record: independent of the model. */
  private static final long BASE = 60 * MEGABYTE;

  /** The registered instance, its beat, its entries in the owner's table and in the fleet. */
  private static final long INSTANCE = 480;

  /** Its connection, with the state of both ends. */
  private static final long GRPC_INSTANCE = 1000;

  /** A service on one node, and the fleet's view of it. */
  private static final long SERVICE_ON_NODE = 1200;

  /**
   * Heap for each live byte: the old generation, two thirds of the heap, must contain the live data
   * with a margin of a tenth.
   */
  private static final double HEAP_OF_LIVE = 1.65;

  private ModelMemory() {}

  /**
   * The heap that a run needs, in bytes.
   *
   * @param nodes of its cluster, 1 or more
   */
  static long needed(RunSettings settings, int nodes) {
    Workload workload = settings.workload();
    long instances = workload.instances();
    long live =
        BASE
            + instances * (INSTANCE + (settings.protocol().grpc() ? GRPC_INSTANCE : 0))
            // Three bits for each instance and node: what the node has listed.
            + instances * nodes * 3 / Byte.SIZE
            + (long) workload.services() * nodes * SERVICE_ON_NODE;
    return (long) (live * HEAP_OF_LIVE);
  }

  /**
   * The remedy for a run that needs more memory than available, on one line.
   *
   * @param most maximum heap in bytes
   */
  static String shortage(RunSettings settings, int nodes, long most) {
    long needed = Math.max(needed(settings, nodes), most + most / 4);
    // Rounded up to 100 MB.
    long megabytes = (needed / MEGABYTE / 100 + 1) * 100;
    return "a model of %,d instances on %d nodes needs about %.1f GB, and this JVM may have %.1f: %s"
        .formatted(
            settings.workload().instances(),
            nodes,
            needed / (1024.0 * MEGABYTE),
            most / (1024.0 * MEGABYTE),
            "JAVA_OPTS=-Xmx" + megabytes + "m");
  }
}
