package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The HTTP ports of a cluster's nodes. */
final class Ports {

  private Ports() {}

  static List<Integer> of(ClusterSpec spec) {
    return IntStream.range(0, spec.nodes()).mapToObj(spec::port).toList();
  }

  /** Ports that were free a moment ago: nodes must know each other's before they listen. */
  static List<Integer> free(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } catch (IOException e) {
      throw new ClusterException("no free ports for " + count + " nodes: close some programs", e);
    } finally {
      sockets.forEach(Ports::close);
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
