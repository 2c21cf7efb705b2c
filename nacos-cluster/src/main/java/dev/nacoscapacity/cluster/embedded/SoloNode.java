package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.peers.PeerSockets;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;

/** One node of a stand-in cluster, alone in this process for as long as that lives. */
final class SoloNode {

  private SoloNode() {}

  /**
   * Starts it.
   *
   * @param index the node's number, from 0
   */
  static void start(ClusterSpec spec, EmbeddedSettings settings, int index) {
    List<String> addresses =
        each(spec).mapToObj(node -> spec.host(node) + ":" + spec.port(node)).toList();
    List<InetSocketAddress> peers =
        each(spec)
            .mapToObj(
                node -> new InetSocketAddress(spec.host(node), GrpcPorts.member(spec.port(node))))
            .toList();
    EventLoop thread = StandInThreads.group().next();
    ConfigStore configs = new ConfigStore();
    PeerSockets network = new PeerSockets(thread, index, peers, configs);
    NodeRun life = new NodeRuns(spec, settings, addresses, configs).make(index, thread, network);
    try {
      network.open(life.naming());
      life.open(new InetSocketAddress(spec.host(index), spec.port(index)), settings.limits());
    } catch (BindException e) {
      throw new ClusterException(
          ClusterSpec.nodeName(index) + ": " + e.getMessage() + "; choose another --base-port", e);
    }
  }

  private static IntStream each(ClusterSpec spec) {
    return IntStream.range(0, spec.nodes());
  }
}
