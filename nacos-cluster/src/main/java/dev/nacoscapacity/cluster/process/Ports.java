package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Whether a cluster's ports are free, before a node fails in its own words. */
final class Ports {

  private static final int LOWEST_FREE = 20_000;
  private static final int HIGHEST_FREE = 31_000;
  private static final int MOST_TRIES = 1000;

  private Ports() {}

  /**
   * @throws ClusterException naming the first one that is taken
   */
  static void requireFree(ClusterSpec spec) {
    for (int port : of(spec)) {
      if (!free(port)) {
        throw new ClusterException(
            "port " + port + " is taken: stop what listens there (ss -ltnp), or pass --base-port");
      }
    }
  }

  /** A base port whose node finds its ports free, chosen as {@link #withFreePorts} does. */
  static int freeBase() {
    ClusterSpec alone = ClusterSpec.of(ServerVersion.V2_2_4, 1);
    return withFreePorts(alone, ThreadLocalRandom.current()).basePort();
  }

  /**
   * The spec, moved to a base port whose nodes find their ports free at this moment. They lie below
   * those that Linux gives to outgoing connections, of which one could take them meanwhile.
   */
  static ClusterSpec withFreePorts(ClusterSpec spec, RandomGenerator random) {
    for (int i = 0; i < MOST_TRIES; i++) {
      ClusterSpec moved = spec.withBasePort(random.nextInt(LOWEST_FREE, HIGHEST_FREE));
      if (of(moved).stream().allMatch(Ports::free)) {
        return moved;
      }
    }
    throw new ClusterException("no free ports for " + spec.nodes() + " nodes: close some programs");
  }

  private static List<Integer> of(ClusterSpec spec) {
    List<Integer> ports = new ArrayList<>();
    for (int index = 0; index < spec.nodes(); index++) {
      ports.add(spec.port(index));
      ports.addAll(derived(spec.version(), spec.port(index)));
    }
    return ports;
  }

  private static List<Integer> derived(ServerVersion version, int http) {
    return switch (version) {
      case V1_4_1 -> List.of(Raft.port(http));
      case V2_2_4 -> List.of(Raft.port(http), GrpcPorts.client(http), GrpcPorts.member(http));
      case EMBEDDED -> List.of(GrpcPorts.client(http), GrpcPorts.member(http));
    };
  }

  private static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
