package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.run.RunSettings;

/**
 * How much memory a run on a model takes from this JVM. Measured with {@code jmap -histo:live} in
 * the measurement window of models of 200,000 instances; over gRPC assumed.
 */
final class ModelMemory {

  private static final long MEGABYTE = 1 << 20;

  /** Classes, compiled code's data, the record: whatever the model. */
  private static final long BASE = 60 * MEGABYTE;

  /** The instance as it registers, its beat, its places in the owner's table and in the fleet. */
  private static final long INSTANCE = 480;

  /** Its connection and what both ends know of that. */
  private static final long GRPC_INSTANCE = 1000;

  /** A service as one node knows it, and as the fleet knows it of that node. */
  private static final long SERVICE_ON_NODE = 1200;

  /** The old generation, two thirds of the heap, must hold it, with a tenth to spare. */
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
            // Three bits of an instance a node: what the node has shown.
            + instances * nodes * 3 / Byte.SIZE
            + (long) workload.services() * nodes * SERVICE_ON_NODE;
    return (long) (live * HEAP_OF_LIVE);
  }

  /**
   * What to do about a run that needs more than there is, in one line.
   *
   * @param most that the heap may have, in bytes
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
