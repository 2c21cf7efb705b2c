package dev.nacoscapacity.cluster;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The loopback ports of a cluster's nodes: for HTTP, and those that Nacos derives from it. */
public final class Ports {

  private static final int LOWEST = 20_000;

  /** Keeps the derived ports below 32768, the start of Linux's ephemeral ports. */
  private static final int HIGHEST = 31_000;

  private static final int MAX_TRIES = 1000;

  /** Ports assigned in this process to clusters that may not listen yet. */
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private Ports() {}

  /**
   * Checks the ports of a cluster that is about to start.
   *
   * @throws ClusterException naming the first one that is taken
   */
  public static void requireFree(ClusterSpec spec) {
    of(spec)
        .filter(port -> !isFree(port))
        .findFirst()
        .ifPresent(
            port -> {
              throw new ClusterException(
                  "port %d is taken: stop what listens there (ss -ltnp), or pass --base-port"
                      .formatted(port));
            });
  }

  /**
   * The spec with a base port at which all ports of the nodes are free at this moment.
   *
   * @throws ClusterException if there is no such base port
   */
  public static synchronized ClusterSpec moveToFree(ClusterSpec spec) {
    for (int i = 0; i < MAX_TRIES; i++) {
      ClusterSpec moved = spec.withBasePort(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
      if (of(moved).allMatch(port -> !GIVEN.contains(port) && isFree(port))) {
        of(moved).forEach(GIVEN::add);
        return moved;
      }
    }
    throw new ClusterException("no free ports for " + spec.nodes() + " nodes: close some programs");
  }

  private static Stream<Integer> of(ClusterSpec spec) {
    List<Integer> ports = new ArrayList<>();
    for (int index = 0; index < spec.nodes(); index++) {
      int http = spec.port(index);
      ports.add(http);
      if (spec.version().real()) {
        ports.add(Raft.port(http));
      }
      if (spec.version().grpc()) {
        ports.add(GrpcPorts.client(http));
        ports.add(GrpcPorts.member(http));
      }
    }
    return ports.stream();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
