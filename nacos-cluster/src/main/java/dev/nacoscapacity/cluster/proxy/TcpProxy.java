package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.proxy.NetworkConditions.Passage;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;

/**
 * A layer-4 proxy in front of one port of a node, which forwards bytes under {@link
 * NetworkConditions} that may change at any time. The proxy reads at most 1 MiB ahead of the other
 * side. Safe for use by many threads.
 */
public final class TcpProxy implements AutoCloseable {

  private final InetSocketAddress node;
  private final ProxyThreads threads;
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
    this(at, node, ProxySettings.DEFAULT);
  }

  /** Listens from now on, with these settings. */
  public TcpProxy(InetSocketAddress at, InetSocketAddress node, ProxySettings settings) {
    this.node = node;
    this.threads = new ProxyThreads(settings);
    this.listening =
        threads.listen(
            at,
            new ServerBootstrap()
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new AcceptHandler()));
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
      channels.forEach(ProxyThreads::reset);
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
    threads.close();
  }

  private final class AcceptHandler extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel client) {
      channels.add(client);
      if (conditions.passing() == Passage.RESET) {
        ProxyThreads.reset(client);
        return;
      }
      Relay toNode = new Relay(TcpProxy.this::conditions);
      client.pipeline().addLast(toNode);
      threads
          .onward(threads.nodes(client.eventLoop()), node)
          .handler(new ChannelInboundHandlerAdapter())
          .option(ChannelOption.AUTO_READ, false)
          .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
          .connect()
          .addListener((ChannelFuture connected) -> join(client, toNode, connected));
    }

    private void join(Channel client, Relay toNode, ChannelFuture connected) {
      if (connected.isSuccess()) {
        channels.add(connected.channel());
        toNode.join((DuplexChannel) client, (DuplexChannel) connected.channel());
      } else {
        // The client sees what it would see without a proxy.
        ProxyThreads.reset(client);
      }
    }
  }
}
