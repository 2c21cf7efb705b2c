package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.proxy.NetworkConditions.Passage;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A layer-4 proxy in front of one port of a node, which forwards bytes under {@link
 * NetworkConditions} that may change at any time. The proxy reads at most 1 MiB ahead of the other
 * side. It uses one thread, since it shares the machine with a fleet. Safe for use by many threads.
 */
public final class TcpProxy implements AutoCloseable {

  private static final int BACKLOG = 4_096;

  /**
   * Long, so that a thread that was suspended meanwhile does not mistake a refused connection for a
   * timeout.
   */
  private static final int CONNECT_TIMEOUT_MS = 30_000;

  private final InetSocketAddress node;
  private final EventLoopGroup thread = NettyTransport.eventLoops("proxy", 1);
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Channel listening;
  private volatile NetworkConditions conditions = NetworkConditions.NORMAL;

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node to which bytes are forwarded
   * @throws ClusterException when the port is taken
   */
  public TcpProxy(InetSocketAddress at, InetSocketAddress node) {
    this.node = node;
    ServerBootstrap server =
        new ServerBootstrap()
            .group(thread)
            .channel(NettyTransport.serverSocket())
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(new AcceptHandler());
    try {
      listening = NettyTransport.bind(server, at, "a proxy");
    } catch (BindException e) {
      stopThread();
      throw new ClusterException(e.getMessage() + ": stop what listens there", e);
    }
  }

  /** The address for clients. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  public NetworkConditions conditions() {
    return conditions;
  }

  /** Changes the conditions, for open connections, too. */
  public void conditions(NetworkConditions now) {
    conditions = now;
    if (now.passing() == Passage.RESET) {
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
    stopThread();
  }

  private void stopThread() {
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** Closes a connection by a TCP reset, as a machine without a listener does. */
  private static void reset(Channel channel) {
    if (!channel.eventLoop().inEventLoop()) {
      channel.eventLoop().execute(() -> reset(channel));
    } else if (channel.isOpen()) {
      // A closed channel takes no option, and its loop alone knows when it closes.
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.close();
    }
  }

  private final class AcceptHandler extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel client) {
      channels.add(client);
      if (conditions.passing() == Passage.RESET) {
        reset(client);
        return;
      }
      Relay toNode = new Relay(TcpProxy.this::conditions);
      client.pipeline().addLast(toNode);
      new Bootstrap()
          .group(thread)
          .channel(NettyTransport.socket())
          .handler(new ChannelInboundHandlerAdapter())
          .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
          .option(ChannelOption.TCP_NODELAY, true)
          .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
          .option(ChannelOption.AUTO_READ, false)
          .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
          .connect(node)
          .addListener((ChannelFuture connected) -> join(client, toNode, connected));
    }

    private void join(Channel client, Relay toNode, ChannelFuture connected) {
      if (connected.isSuccess()) {
        channels.add(connected.channel());
        toNode.join((DuplexChannel) client, (DuplexChannel) connected.channel());
      } else {
        // The client sees what it would see without a proxy.
        reset(client);
      }
    }
  }
}
