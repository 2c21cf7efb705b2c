package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** The HTTP ports of a cluster's nodes. */
final class Ports {

  private static final int LOWEST = 20_000;
  private static final int LOWEST_OUTGOING = 32_768;
  private static final int HIGHEST = LOWEST_OUTGOING - 1_000;
  private static final int MOST_TRIES = 1000;

  /** In this process: another cluster has yet to listen on its own. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private Ports() {}

  static List<Integer> of(ClusterSpec spec) {
    return IntStream.range(0, spec.nodes()).mapToObj(spec::port).toList();
  }

  /**
   * Ports that were free a moment ago: nodes must know each other's before they listen. They lie
   * with those for gRPC below those that Linux gives to outgoing connections, of which one could
   * take them meanwhile.
   */
  static List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      for (int i = 0; i < MOST_TRIES && ports.size() < count; i++) {
        int http = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
        int grpc = GrpcPorts.client(http);
        if (GIVEN.add(http) && GIVEN.add(grpc) && hold(http, held) && hold(grpc, held)) {
          ports.add(http);
        }
      }
    } finally {
      held.forEach(Ports::close);
    }
    if (ports.size() < count) {
      throw new ClusterException("no free ports for " + count + " nodes: close some programs");
    }
    return ports;
  }

  private static boolean hold(int port, List<ServerSocket> held) {
    try {
      return held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
    } catch (IOException e) {
      return false;
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new ClusterException("cannot give port " + socket.getLocalPort() + " back", e);
    }
  }
}
