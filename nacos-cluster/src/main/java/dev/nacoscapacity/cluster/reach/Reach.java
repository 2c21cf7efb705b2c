package dev.nacoscapacity.cluster.reach;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * How a registry's nodes are reached, apart from their own addresses.
 *
 * <p>When clients call entry points in place of the nodes, servers are numbered with the nodes
 * first.
 *
 * @param contextPath with which the nodes' paths begin, {@code /nacos} unless {@code
 *     server.servlet.contextPath} says otherwise; empty for none
 * @param grpcPortOffset what a client adds to a server's HTTP port for its gRPC port; 1000 unless
 *     {@code nacos.server.grpc.port.offset} says otherwise
 * @param tls null for plain connections
 * @param entry entry points that clients call in place of the nodes, such as a load balancer; empty
 *     for the nodes
 */
public record Reach(String contextPath, int grpcPortOffset, Tls tls, List<Endpoint> entry) {

  /** The default of every client. */
  public static final Reach USUAL = new Reach("/nacos", GrpcPorts.client(0), null, List.of());

  private static final int MAX_PORT = 65535;

  private static final String USUAL_PATH = "/nacos";

  public Reach {
    entry = List.copyOf(entry);
  }

  /** The same where clients call these in place of the nodes; empty for the nodes. */
  public Reach through(List<Endpoint> other) {
    return new Reach(contextPath, grpcPortOffset, tls, other);
  }

  /** A path that begins with {@code /nacos}, as the servers have it. */
  public String path(String path) {
    return path.startsWith(USUAL_PATH) ? contextPath + path.substring(USUAL_PATH.length()) : path;
  }

  /** Whether a node or entry point can have a gRPC port, which no number above 65535 is. */
  public boolean hasGrpcPort(InetSocketAddress http) {
    int port = http.getPort() + grpcPortOffset;
    return port > 0 && port <= MAX_PORT;
  }

  /**
   * A builder of channels to a gRPC port, plain or with TLS, past any proxy of the environment.
   *
   * @param grpc address of the port
   * @param ofEntry whether the port is that of an entry point
   */
  public NettyChannelBuilder channel(InetSocketAddress grpc, boolean ofEntry) {
    // gRPC refuses to make an authority of a host such as nacos_1, and takes one that is made.
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(Endpoint.unnamed(grpc), grpc.getPort()))
            .overrideAuthority(Endpoint.authority(grpc))
            .proxyDetector(any -> null);
    grpc(ofEntry).ifPresentOrElse(builder::sslContext, builder::usePlaintext);
    return builder;
  }

  /** The address at which the node or entry point serves gRPC clients. */
  public InetSocketAddress grpc(InetSocketAddress http) {
    return new InetSocketAddress(http.getAddress(), http.getPort() + grpcPortOffset);
  }

  /**
   * The TLS context of HTTP connections.
   *
   * @param ofEntry whether the connections go to an entry point
   * @return empty for plain connections
   */
  public Optional<SslContext> http(boolean ofEntry) {
    return Optional.ofNullable(tls).filter(t -> t.scope().http(ofEntry)).map(Tls::http);
  }

  /** The TLS context of gRPC connections. */
  public Optional<SslContext> grpc(boolean ofEntry) {
    return Optional.ofNullable(tls).filter(t -> t.scope().grpc(ofEntry)).map(Tls::grpc);
  }

  /**
   * Whether a server is an entry point.
   *
   * @param servers number of servers, including the nodes
   */
  public boolean isEntry(int server, int servers) {
    return server >= servers - entry.size();
  }
}
