package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.standin.auth.TokenIssuer;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.config.ConfigSubscriptions;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Server;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The gRPC side of a node from its start to its end, on the node's event loop. */
public final class GrpcServer {

  private static final int BACKLOG = 4_096;
  private static final int MAX_MESSAGE = 10 << 20;

  /** HTTP/2's default window, so that a new connection needs no window update. */
  private static final int WINDOW = 65_535;

  /**
   * Turns off gRPC's idle timeout, which needs a timer for each connection; the node checks idle
   * clients itself.
   */
  private static final int NEVER_DAYS = 1000;

  private final NamingNode node;
  private final NodeLoop loop;
  private final EventLoop thread;
  private final ConfigStore configs;
  private final ConnectedClients clients;
  private final NamingHandlers naming;
  private final ConfigSubscriptions<GrpcClient> listeners;
  private final GrpcCalls calls;
  private final Consumer<ConfigKey> configListener;
  private final ChannelGroup sockets;
  private final Map<SocketAddress, Channel> byRemote = new ConcurrentHashMap<>();
  private volatile boolean reading = true;
  private Server server;
  private long lastConnection;

  /**
   * @param thread the node's
   * @param recorder receives each message of a client before it is answered
   */
  public GrpcServer(
      NamingNode node,
      EventLoop thread,
      ConfigStore configs,
      TokenIssuer tokens,
      Optional<Consumer<RecordedRequest>> recorder) {
    this.node = node;
    this.loop = node.loop();
    this.thread = thread;
    this.configs = configs;
    this.sockets = new DefaultChannelGroup(thread, true);
    this.clients = new ConnectedClients(loop, this::drop);
    this.naming = new NamingHandlers(node, clients);
    ConfigHandlers handlers = new ConfigHandlers(loop, configs, clients);
    this.listeners = handlers.listeners;
    this.calls = new GrpcCalls(loop, tokens, clients, recorder);
    naming.addTo(calls);
    handlers.addTo(calls);
    this.configListener = key -> loop.execute(() -> listeners.changed(key));
  }

  /**
   * Listens from now on.
   *
   * @throws BindException if the port is taken; what is open then has to be closed
   */
  public void open(InetSocketAddress address) throws BindException {
    configs.listen(configListener);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(thread)
            .workerEventLoopGroup(thread)
            .channelFactory(this::newServerChannel)
            .directExecutor()
            .withOption(ChannelOption.SO_BACKLOG, BACKLOG)
            .withChildOption(ChannelOption.TCP_NODELAY, true)
            .maxInboundMessageSize(MAX_MESSAGE)
            .flowControlWindow(WINDOW)
            .keepAliveTime(NEVER_DAYS, TimeUnit.DAYS)
            .addTransportFilter(new Connections());
    calls.services().forEach(builder::addService);
    server = builder.build();
    try {
      server.start();
    } catch (IOException e) {
      throw NettyTransport.portUnavailable(address.getPort(), "gRPC", e);
    }
  }

  /** gRPC hides its sockets, which are needed to stop reading and to close without a GOAWAY. */
  private ServerChannel newServerChannel() {
    ServerChannel channel =
        new ReflectiveChannelFactory<>(NettyTransport.serverSocket()).newChannel();
    sockets.add(channel);
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object accepted) {
                Channel socket = (Channel) accepted;
                socket.config().setAutoRead(reading);
                sockets.add(socket);
                SocketAddress remote = socket.remoteAddress();
                if (remote != null) {
                  byRemote.put(remote, socket);
                  socket.closeFuture().addListener(closed -> byRemote.remove(remote, socket));
                }
                context.fireChannelRead(accepted);
              }
            });
    return channel;
  }

  /** Attaches to each call the connection it came on. */
  private final class Connections extends ServerTransportFilter {

    @Override
    public Attributes transportReady(Attributes attributes) {
      InetSocketAddress remote =
          (InetSocketAddress) attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      String address = remote.getAddress().getHostAddress();
      String id =
          "%d_%s_%d_%d".formatted(loop.millis(), address, remote.getPort(), ++lastConnection);
      GrpcClient client = new GrpcClient(node, id, remote);
      return attributes.toBuilder().set(GrpcCalls.CLIENT, client).build();
    }

    @Override
    public void transportTerminated(Attributes attributes) {
      GrpcClient client = attributes == null ? null : attributes.get(GrpcCalls.CLIENT);
      if (client != null) {
        loop.execute(() -> forget(client));
      }
    }
  }

  private void forget(GrpcClient client) {
    clients.remove(client);
    naming.subscriptions.forget(client);
    listeners.forget(client);
    client.close();
  }

  private void drop(GrpcClient client) {
    forget(client);
    Channel socket = byRemote.get(client.remote());
    if (socket != null) {
      socket.close();
    }
  }

  /** How many connections were set up and are open. Only on the node's thread. */
  public int connections() {
    return clients.count();
  }

  /**
   * Asks all clients to connect elsewhere.
   *
   * @param to HTTP address of the node they should go to
   */
  public void reset(InetSocketAddress to) {
    loop.execute(() -> clients.reset(to));
  }

  /**
   * Resumes or stops reading. While it is stopped, the kernel still accepts connections, but
   * nothing is answered.
   */
  public void reading(boolean on) {
    reading = on;
    sockets.forEach(socket -> socket.config().setAutoRead(on));
  }

  /** Closes every socket without a GOAWAY, and returns when they are closed. */
  public void close() {
    configs.forget(configListener);
    sockets.close().awaitUninterruptibly();
    if (server != null) {
      server.shutdownNow();
    }
  }
}
