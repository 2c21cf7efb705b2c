package dev.nacoscapacity.cluster.embedded.grpc;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The gRPC server of one node, all on one event loop, with a hand on its connections' sockets. */
final class Transport {

  private static final int BACKLOG = 4_096;
  private static final int MAX_MESSAGE = 10 << 20;

  /** HTTP/2's own: a new connection is spared an update of it. */
  private static final int WINDOW = 65_535;

  /** The node asks idle clients itself; gRPC would keep a timer for each connection. */
  private static final int NEVER_DAYS = 1000;

  private final EventLoop loop;
  private final ChannelGroup all;
  private final Map<SocketAddress, Channel> byRemote = new ConcurrentHashMap<>();
  private volatile boolean reading = true;
  private Server server;

  Transport(EventLoop loop) {
    this.loop = loop;
    this.all = new DefaultChannelGroup(loop, true);
  }

  void open(
      InetSocketAddress address,
      List<ServerServiceDefinition> services,
      ServerTransportFilter connections)
      throws BindException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .channelFactory(this::newServerChannel)
            .directExecutor()
            .withOption(ChannelOption.SO_BACKLOG, BACKLOG)
            .withChildOption(ChannelOption.TCP_NODELAY, true)
            .maxInboundMessageSize(MAX_MESSAGE)
            .flowControlWindow(WINDOW)
            .keepAliveTime(NEVER_DAYS, TimeUnit.DAYS)
            .addTransportFilter(connections);
    services.forEach(builder::addService);
    server = builder.build();
    try {
      server.start();
    } catch (IOException e) {
      close();
      BindException fault = new BindException("port " + address.getPort() + " (gRPC) is taken");
      fault.initCause(e);
      throw fault;
    }
  }

  private ServerChannel newServerChannel() {
    ServerChannel channel =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    all.add(channel);
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext ctx, Object accepted) {
                Channel child = (Channel) accepted;
                child.config().setAutoRead(reading);
                all.add(child);
                SocketAddress remote = child.remoteAddress();
                if (remote != null) {
                  byRemote.put(remote, child);
                  child.closeFuture().addListener(closed -> byRemote.remove(remote, child));
                }
                ctx.fireChannelRead(accepted);
              }
            });
    return channel;
  }

  void reading(boolean on) {
    reading = on;
    all.forEach(channel -> channel.config().setAutoRead(on));
  }

  /** Closes one connection without a word. */
  void close(SocketAddress remote) {
    Channel channel = byRemote.get(remote);
    if (channel != null) {
      channel.close();
    }
  }

  /** Closes every socket without a word, and returns when they are closed. */
  void close() {
    all.close().awaitUninterruptibly();
    if (server != null) {
      server.shutdownNow();
    }
  }
}
