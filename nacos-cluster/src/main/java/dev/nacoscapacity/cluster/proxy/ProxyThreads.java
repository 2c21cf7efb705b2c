package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** The threads of one proxy, and how it listens and connects on them. */
final class ProxyThreads implements AutoCloseable {

  /** Prefix of the threads' names, by which a proxy's CPU time can be found. */
  static final String THREAD_PREFIX = "proxy";

  private static final int BACKLOG = 4_096;

  /**
   * Long, so that a thread that was suspended meanwhile does not mistake a refused connection for a
   * timeout.
   */
  private static final int CONNECT_TIMEOUT_MS = 30_000;

  private final ProxySettings settings;
  private final EventLoopGroup clients;
  private final EventLoopGroup nodes;

  ProxyThreads(ProxySettings settings) {
    this.settings = settings;
    boolean separate = settings.model() == ThreadModel.SEPARATE_GROUPS;
    int forNodes = separate ? settings.threads() / 2 : 0;
    this.clients = NettyTransport.eventLoops(THREAD_PREFIX, settings.threads() - forNodes);
    this.nodes = separate ? NettyTransport.eventLoops(THREAD_PREFIX + "-nodes", forNodes) : clients;
  }

  /** The group that serves clients. */
  EventLoopGroup clients() {
    return clients;
  }

  /** The event loops for the node's side of a connection whose client's side this loop serves. */
  EventLoopGroup nodes(EventLoop client) {
    return settings.model() == ThreadModel.SAME_LOOP ? client : nodes;
  }

  /**
   * Listens.
   *
   * @param at port 0 for any free one
   * @throws ClusterException when the port is taken; the threads are stopped then
   */
  Channel listen(InetSocketAddress at, ServerBootstrap bootstrap) {
    ChannelFuture bound =
        bootstrap
            .group(clients)
            .channel(NettyTransport.serverSocket())
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
        .channel(NettyTransport.socket())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
        .option(ChannelOption.ALLOCATOR, settings.buffers().allocator())
        .remoteAddress(node);
  }

  /** Closes a connection by a TCP reset, as a machine without a listener does. */
  static void reset(Channel channel) {
    if (!channel.eventLoop().inEventLoop()) {
      channel.eventLoop().execute(() -> reset(channel));
    } else if (channel.isOpen()) {
      // A closed channel takes no option, and its loop alone knows when it closes.
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.close();
    }
  }

  @Override
  public void close() {
    clients.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    nodes.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    clients.terminationFuture().awaitUninterruptibly();
    nodes.terminationFuture().awaitUninterruptibly();
  }
}
