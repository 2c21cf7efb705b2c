package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The threads of one proxy, and how it listens and connects on them. */
final class ProxyThreads implements AutoCloseable {

  /** By this prefix a proxy's CPU time can be told from that of others in the process. */
  static final String THREAD_PREFIX = "proxy";

  private static final int BACKLOG = 4_096;

  /** Who refuses is known at once; a thread that stood still must not take that for silence. */
  private static final int CONNECT_TIMEOUT_MS = 30_000;

  private final ProxySettings settings;
  private final EventLoopGroup clients;
  private final EventLoopGroup nodes;

  ProxyThreads(ProxySettings settings) {
    this.settings = settings;
    boolean separate = settings.model() == ThreadModel.SEPARATE_GROUPS;
    int forNodes = separate ? settings.threads() / 2 : 0;
    this.clients = group(THREAD_PREFIX, settings.threads() - forNodes);
    this.nodes = separate ? group(THREAD_PREFIX + "-nodes", forNodes) : clients;
  }

  private static EventLoopGroup group(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        new DefaultThreadFactory(name, true),
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /** The group that serves clients. */
  EventLoopGroup clients() {
    return clients;
  }

  /** What serves the node's side of a connection whose client's side this loop serves. */
  EventLoopGroup nodes(EventLoop client) {
    return settings.model() == ThreadModel.SAME_LOOP ? client : nodes;
  }

  /**
   * Listens.
   *
   * @param at port 0 for any free one
   * @throws ClusterException when the port is taken; the threads have ended then
   */
  Channel listen(InetSocketAddress at, ServerBootstrap bootstrap) {
    ChannelFuture bound =
        bootstrap
            .group(clients)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.ALLOCATOR, settings.buffers().allocator())
            .bind(at)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      close();
      throw new ClusterException(
          "a proxy cannot listen on port %d: %s; stop what listens there"
              .formatted(at.getPort(), bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  /** For connections to a node. */
  Bootstrap onward(EventLoopGroup on, InetSocketAddress node) {
    return new Bootstrap()
        .group(on)
        .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
        .option(ChannelOption.ALLOCATOR, settings.buffers().allocator())
        .remoteAddress(node);
  }

  /** As a machine where nobody listens would: the other side learns at once. */
  static void reset(Channel channel) {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  @Override
  public void close() {
    clients.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    nodes.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    clients.terminationFuture().awaitUninterruptibly();
    nodes.terminationFuture().awaitUninterruptibly();
  }
}
