package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.proxy.Weather.Passing;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Stands in front of one port of a node and passes on what clients send, under a {@link Weather}
 * that may change at any time. It never reads ahead of what the other side takes by more than 1
 * MiB. Safe for use by many threads.
 */
public final class TcpProxy implements AutoCloseable {

  private static final int CONNECT_TIMEOUT_MS = 3_000;

  private final InetSocketAddress node;
  private final EventLoopGroup threads;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listening;
  private volatile Weather weather = Weather.FAIR;

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node where to pass on to
   * @throws ClusterException when the port is taken
   */
  public static TcpProxy open(InetSocketAddress at, InetSocketAddress node) {
    return new TcpProxy(at, node);
  }

  private TcpProxy(InetSocketAddress at, InetSocketAddress node) {
    this.node = node;
    this.threads =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("proxy", true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new Accepting())
            .bind(at)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      threads.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      throw new ClusterException(
          "a proxy cannot listen on port %d: %s; stop what listens there"
              .formatted(at.getPort(), bound.cause().getMessage()),
          bound.cause());
    }
    this.listening = bound.channel();
  }

  /** Where clients find it. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  public Weather weather() {
    return weather;
  }

  /** From now on it is so, for the connections that exist, too. */
  public void weather(Weather now) {
    weather = now;
    if (now.passing() == Passing.RESET) {
      channels.forEach(TcpProxy::reset);
    }
  }

  /** Connections of clients, open now. */
  public int connections() {
    return (int) channels.stream().filter(channel -> channel.parent() == listening).count();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    channels.close().awaitUninterruptibly();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static void reset(Channel channel) {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  private final class Accepting extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel client) {
      channels.add(client);
      if (weather.passing() == Passing.RESET) {
        reset(client);
        return;
      }
      Bootstrap onward =
          new Bootstrap()
              .group(client.eventLoop())
              .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
              .option(ChannelOption.TCP_NODELAY, true)
              .option(ChannelOption.AUTO_READ, false)
              .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
              .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
              .handler(new ChannelInboundHandlerAdapter());
      onward.connect(node).addListener((ChannelFuture connected) -> join(client, connected));
    }

    private void join(Channel client, ChannelFuture connected) {
      if (!connected.isSuccess()) {
        // Nobody is there: the client learns it as a node's own machine would tell.
        reset(client);
        return;
      }
      Channel server = connected.channel();
      channels.add(server);
      client.pipeline().addLast(new Relay((DuplexChannel) server, TcpProxy.this::weather));
      server.pipeline().addLast(new Relay((DuplexChannel) client, TcpProxy.this::weather));
      if (!client.isActive()) {
        server.close();
      }
    }
  }
}
