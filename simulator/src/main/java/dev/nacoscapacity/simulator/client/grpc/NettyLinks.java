package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.BytesMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.transport.LoopThread;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.verify.NamedInstances;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.grpc.MethodDescriptor;
import io.grpc.netty.InternalNettyChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/**
 * Links over grpc-java, with a channel each. A channel would reconnect by itself after it loses its
 * connection; the driver closes the link before that.
 *
 * <p>All work is done on the event loop, and channels do nothing by themselves: no keepalive, idle
 * mode, retries, proxies or service configurations.
 */
public final class NettyLinks implements GrpcLinks {

  /** As in a 2.x client. */
  private static final int LARGEST_MESSAGE = 10 << 20;

  /** As in a 2.x client, which leaves grpc-java's default. */
  private static final int WINDOW = 1 << 20;

  private static final int MOST_SOURCES = 250;

  private final EventLoop eventLoop;
  private final LoopThread thread;
  final Fleet fleet;
  private final GrpcSettings settings;
  private final List<InetSocketAddress> servers;
  private final CalledServers called;
  private final int[] open;
  final GrpcRequestWriter writer;
  final GrpcAnswerReader reader;

  /** Reader of the current push, reused for the next one. */
  final NamedInstances pushed = new NamedInstances();

  final MethodDescriptor<byte[], ReceivedPayload> request;
  final MethodDescriptor<byte[], ReceivedPayload> stream;

  /**
   * @param servers gRPC addresses of the nodes in the order of the client's configuration, then of
   *     the entry points
   */
  public NettyLinks(
      EventLoop eventLoop, Fleet fleet, GrpcSettings settings, List<InetSocketAddress> servers) {
    this.eventLoop = eventLoop;
    this.thread = new LoopThread(eventLoop);
    this.fleet = fleet;
    this.settings = settings;
    this.servers = List.copyOf(servers);
    this.called = CalledServers.of(settings.reach(), servers.size());
    this.open = new int[servers.size()];
    this.writer = new GrpcRequestWriter(fleet, settings, InstantSource.system());
    BytesMarshaller sent = new BytesMarshaller();
    ReceivedPayload received = new ReceivedPayload();
    this.reader = new GrpcAnswerReader(received);
    this.request = Methods.request(sent, received);
    this.stream = Methods.biStream(sent, received);
  }

  @Override
  public Fleet fleet() {
    return fleet;
  }

  @Override
  public EventThread thread() {
    return thread;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public CalledServers called() {
    return called;
  }

  /** The number of the server with this HTTP address, or -1. */
  int serverAt(String host, int httpPort) {
    int port = httpPort + settings.reach().grpcPortOffset();
    for (int server = 0; server < servers.size(); server++) {
      InetSocketAddress address = servers.get(server);
      if (address.getPort() == port && address.getAddress().getHostAddress().equals(host)) {
        return server;
      }
    }
    return -1;
  }

  @Override
  public GrpcLink open(int server) {
    Reach reach = settings.reach();
    NettyChannelBuilder builder =
        reach
            .channel(servers.get(server), reach.isEntry(server, servers.size()))
            .eventLoopGroup(eventLoop)
            .channelType(NettyTransport.socket())
            .directExecutor()
            .offloadExecutor(eventLoop)
            .flowControlWindow(WINDOW)
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .disableRetry()
            .disableServiceConfigLookUp()
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(settings.workload().clients().connectTimeout().toMillis()));
    // Otherwise each channel searches the whole class path for the census library.
    InternalNettyChannelBuilder.setStatsEnabled(builder, false);
    InternalNettyChannelBuilder.setTracingEnabled(builder, false);
    int source = source(server);
    if (source > 0) {
      InetSocketAddress local = new InetSocketAddress("127.0.0." + (1 + source), 0);
      builder.localSocketPicker(
          new NettyChannelBuilder.LocalSocketPicker() {
            @Override
            public InetSocketAddress createSocketAddress(
                java.net.SocketAddress remote, io.grpc.Attributes attributes) {
              return local;
            }
          });
    }
    open[server]++;
    return new NettyLink(this, builder.build(), server);
  }

  /** The number of the next connection's loopback source address; 0 for the default address. */
  private int source(int server) {
    return settings.connectionsPerSource() == 0
        ? 0
        : Math.min(MOST_SOURCES, open[server] / settings.connectionsPerSource());
  }

  /** Called when a link to a server is closed. */
  void closed(int server) {
    open[server]--;
  }

  @Override
  public int open() {
    return Arrays.stream(open).sum();
  }
}
