package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.embedded.auth.Tokens;
import dev.nacoscapacity.cluster.embedded.config.ConfigStore;
import dev.nacoscapacity.cluster.embedded.grpc.GrpcServer;
import dev.nacoscapacity.cluster.embedded.http.NodeServer;
import dev.nacoscapacity.cluster.embedded.http.Sockets;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Network;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import io.netty.channel.EventLoop;
import java.time.InstantSource;
import java.util.List;

/**
 * Makes the lives of a cluster's nodes.
 *
 * @param addresses of all nodes in their order, {@code ip:port}
 */
record NodeRuns(
    ClusterSpec spec, EmbeddedSettings settings, List<String> addresses, ConfigStore configs) {

  /**
   * @param index the node's number in the cluster's order
   */
  NodeRun make(int index, EventLoop thread, Network network) {
    InstantSource clock = InstantSource.system();
    NodeLoop loop = new NodeLoop(new NettyLoop(thread, clock));
    NamingNode naming = new NamingNode(loop, network, index, addresses, settings.copyDelay());
    Tokens tokens =
        new Tokens(settings.credentials(), settings.tokenTtl(), spec.authCache(), clock);
    GrpcServer grpc =
        new GrpcServer(naming, thread, configs, tokens, spec.auth(), settings.recorder());
    NodeServer http =
        new NodeServer(
            naming,
            new Sockets(thread),
            configs,
            tokens,
            spec.auth(),
            grpc::connections,
            settings.recorder());
    return new NodeRun(naming, http, grpc);
  }
}
