package dev.nacoscapacity.cluster.standin;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.standin.auth.TokenIssuer;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.grpc.GrpcServer;
import dev.nacoscapacity.cluster.standin.http.Api;
import dev.nacoscapacity.cluster.standin.http.HttpServer;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Members;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.Network;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.transport.LoopThread;
import io.netty.channel.EventLoop;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** One run of a node, from start to end: all state that the node loses when it is killed. */
final class NodeRun {

  private final NamingNode naming;
  private final GrpcServer grpc;
  private final HttpServer http;

  /**
   * @param index the node's number, from 0
   * @param thread the node's
   * @param network by which it reaches the others
   * @param configs the cluster's configurations
   */
  NodeRun(
      ClusterSpec spec,
      StandInSettings settings,
      int index,
      EventLoop thread,
      Network network,
      ConfigStore configs) {
    InstantSource clock = InstantSource.system();
    // Monotonic, also when the machine's clock is set.
    long begun = clock.millis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    LongSupplier millis = () -> begun + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    TokenIssuer tokens =
        new TokenIssuer(
            settings.credentials(), spec.auth(), settings.tokenTtl(), spec.authCache(), clock);
    naming =
        new NamingNode(
            new NodeLoop(Loop.on(new LoopThread(thread), millis)),
            network,
            new Members(index, spec.addresses(), spec.version().downRule()),
            settings.copyDelay());
    grpc = new GrpcServer(naming, thread, configs, tokens, settings.recorder());
    Api api = new Api(naming.members(), tokens, settings.v1());
    http = new HttpServer(naming, thread, configs, api, grpc::connections, settings.recorder());
  }

  NamingNode naming() {
    return naming;
  }

  GrpcServer grpc() {
    return grpc;
  }

  /**
   * Joins the cluster and opens the ports.
   *
   * @throws BindException if one is taken; nothing is left open then
   */
  void start(InetSocketAddress address) throws BindException {
    naming.loop().execute(naming::start);
    try {
      http.open(address);
      grpc.open(new InetSocketAddress(address.getAddress(), GrpcPorts.client(address.getPort())));
    } catch (BindException e) {
      end();
      throw e;
    }
  }

  void freeze() {
    naming.loop().freeze();
    http.reading(false);
    grpc.reading(false);
  }

  void thaw() {
    naming.loop().thaw();
    http.reading(true);
    grpc.reading(true);
  }

  void end() {
    naming.loop().end();
    http.close();
    grpc.close();
  }
}
