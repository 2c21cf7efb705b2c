package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.List;
import java.util.stream.IntStream;

/** Seconds of a fleet of ten instances that a test makes up. */
public final class FleetSeconds {

  private static final long MS = 1_000_000;

  private FleetSeconds() {}

  /** The second that ends then, in which no call was answered. */
  public static RunSecond silent(double at, int nodes) {
    return new RunSecond(at, "measure", 1, 10, 10, 1, beats(nodes, 0));
  }

  /** So many clients of an operation go without service, one of them for so long. */
  public static RunSecond unserved(Operation operation, int clients, long longestMs) {
    RunStats stats = beats(1, 0);
    stats.of(operation).set(OperationCount.UNSERVED, (long) clients);
    stats.of(operation).set(OperationCount.LONGEST_UNSERVED_MS, longestMs);
    return second(stats);
  }

  /**
   * Ten beats were answered in a ms each; a gRPC client tried three nodes for so long, in vain, and
   * a push came as late.
   */
  public static RunSecond connecting(long ms) {
    RunStats stats = beats(1, 10);
    OperationStats connects = stats.of(Operation.CONNECT);
    connects.fail("timeout", 1);
    connects.add(OperationCount.FAILOVER_RETRIES, 2);
    connects.record(LatencyPart.LATENCY, ms * MS);
    OperationStats pushes = stats.of(Operation.PUSH);
    pushes.add(OperationCount.OK, 1);
    pushes.record(LatencyPart.LATENCY, ms * MS);
    return second(stats);
  }

  private static RunSecond second(RunStats stats) {
    return new RunSecond(1, "measure", 1, 10, 10, 1, stats);
  }

  private static RunStats beats(int nodes, int beats) {
    List<String> names = IntStream.rangeClosed(1, nodes).mapToObj(n -> "node" + n).toList();
    RunStats stats = new RunStats(names);
    for (int node = 0; node < nodes; node++) {
      stats.node(node).set(RegistryCount.EXPECTED, 10L);
      stats.node(node).set(RegistryCount.PRESENT, 10L);
      stats.node(node).set(RegistryCount.HEALTHY, 10L);
    }
    for (int beat = 0; beat < beats; beat++) {
      stats.of(Operation.BEAT).add(OperationCount.OK, 1);
      stats.of(Operation.BEAT).record(LatencyPart.LATENCY, MS);
      stats.node(beat % nodes).add(RegistryCount.SERVED, 1);
    }
    return stats;
  }
}
