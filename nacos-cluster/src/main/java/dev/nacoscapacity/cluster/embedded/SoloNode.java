package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.peers.PeerSockets;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** One node of a stand-in cluster, alone in this process for as long as that lives. */
final class SoloNode {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private SoloNode() {}

  /**
   * Starts it.
   *
   * @param index the node's number, from 0
   */
  static void start(ClusterSpec spec, EmbeddedSettings settings, int index) {
    List<Integer> ports = Ports.of(spec);
    List<String> addresses =
        ports.stream().map(port -> LOOPBACK.getHostAddress() + ":" + port).toList();
    List<InetSocketAddress> peers =
        ports.stream()
            .map(port -> new InetSocketAddress(LOOPBACK, GrpcPorts.member(port)))
            .toList();
    EventLoop thread = StandInThreads.group(1).next();
    ConfigStore configs = new ConfigStore();
    PeerSockets network = new PeerSockets(thread, index, peers, configs);
    Life life = new Lives(spec, settings, addresses, configs).make(index, thread, network);
    try {
      network.open(life.naming());
      life.open(new InetSocketAddress(LOOPBACK, ports.get(index)), settings.limits());
    } catch (BindException e) {
      throw new ClusterException(
          ClusterSpec.nodeName(index) + ": " + e.getMessage() + "; choose another --base-port", e);
    }
  }
}
