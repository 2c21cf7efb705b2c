package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.ChannelHealthChecker;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.FixedChannelPool;
import io.netty.channel.pool.FixedChannelPool.AcquireTimeoutAction;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A layer-7 proxy in front of a node's HTTP port, which forwards requests and answers: connections
 * are kept open on both sides, and clients share those to the node. Answers have no time limit, so
 * that long polls pass. An unreachable node is answered 502, a request without a free connection
 * within 45 s 503. The proxy reads at most Netty's watermark of 64 KiB ahead of the other side.
 * Safe for use by many threads.
 */
public final class HttpProxy implements AutoCloseable {

  /** Tomcat's {@code maxPostSize} is 2 MiB, Nacos's limit for a config 10 MiB. */
  private static final int WHOLE_REQUEST = 10 << 20;

  /** Tomcat's is 8 KiB for all of the head; light beats carry their parameters in the URL. */
  private static final int MAX_HEAD = 64 << 10;

  /** Spring Cloud Gateway's, too. */
  private static final long ACQUIRE_TIMEOUT_MS = 45_000;

  private final HttpProxySettings settings;
  private final InetSocketAddress node;
  private final Optional<RequestFilter> filter;
  private final ProxyThreads threads;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Map<EventExecutor, ChannelPool> pools = new HashMap<>();
  private final ConnectionLimit limit;
  private final Channel listening;

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node to which requests are forwarded
   * @throws ClusterException when the port is taken
   */
  public HttpProxy(InetSocketAddress at, InetSocketAddress node, HttpProxySettings settings) {
    this(at, node, settings, Optional.empty());
  }

  /**
   * Listens from now on, and forwards requests that pass a filter. Requests are aggregated up to 10
   * MiB, or the settings' limit if that is larger.
   *
   * @param filter empty to pass on every request
   */
  public HttpProxy(
      InetSocketAddress at,
      InetSocketAddress node,
      HttpProxySettings settings,
      Optional<RequestFilter> filter) {
    this.settings = settings;
    this.node = node;
    this.filter = filter;
    this.threads = new ProxyThreads(settings.wire());
    openPools();
    this.limit = new ConnectionLimit(settings.clientConnections());
    this.listening =
        threads.listen(at, new ServerBootstrap().handler(limit).childHandler(new AcceptHandler()));
  }

  /**
   * Pools of connections to the node, whose waiting requests are served in order. When both sides
   * of an exchange share an event loop, each loop has a pool of its own; otherwise all share one.
   */
  private void openPools() {
    int connections = settings.nodeConnections();
    if (settings.wire().model() == ThreadModel.SAME_LOOP) {
      int each = (int) Math.ceil((double) connections / settings.wire().threads());
      threads.clients().forEach(loop -> pools.put(loop, pool(loop, each)));
    } else {
      ChannelPool shared = pool(threads.clients().next(), connections);
      threads.clients().forEach(loop -> pools.put(loop, shared));
    }
  }

  private ChannelPool pool(EventExecutor client, int connections) {
    return new FixedChannelPool(
        threads.onward(threads.nodes((EventLoop) client), node),
        new ConnectHandler(),
        ChannelHealthChecker.ACTIVE,
        AcquireTimeoutAction.FAIL,
        ACQUIRE_TIMEOUT_MS,
        connections,
        Integer.MAX_VALUE);
  }

  /** The address for clients. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Connections of clients, open now. */
  public int connections() {
    return limit.open;
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    // Closes clients first: a client that outlived its node's side would receive an error about the
    // node.
    channels.close(channel -> channel.parent() != null).awaitUninterruptibly();
    channels.close().awaitUninterruptibly();
    threads.close();
  }

  private static HttpDecoderConfig decoding() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MAX_HEAD)
        .setMaxHeaderSize(MAX_HEAD)
        .setValidateHeaders(false);
  }

  /** Accepts connections up to a limit; the next ones wait in the backlog until one closes. */
  private static final class ConnectionLimit extends ChannelInboundHandlerAdapter {

    private final int most;
    private volatile int open;

    ConnectionLimit(int most) {
      this.most = most;
    }

    @Override
    public void channelRead(ChannelHandlerContext listening, Object accepted) {
      count(listening, 1);
      ((Channel) accepted)
          .closeFuture()
          .addListener(closed -> listening.executor().execute(() -> count(listening, -1)));
      listening.fireChannelRead(accepted);
    }

    /** On the listening socket's thread only. */
    private void count(ChannelHandlerContext listening, int more) {
      open += more;
      listening.channel().config().setAutoRead(open < most);
    }
  }

  private final class AcceptHandler extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel client) {
      channels.add(client);
      ChannelPipeline pipeline = client.pipeline();
      pipeline.addLast(new HttpServerCodec(decoding()));
      int whole =
          filter.isEmpty() ? settings.aggregate() : Math.max(WHOLE_REQUEST, settings.aggregate());
      pipeline.addLast(
          whole == 0 ? new HttpServerExpectContinueHandler() : new HttpObjectAggregator(whole));
      pipeline.addLast(new ClientSide(node, pools.get(client.eventLoop()), filter));
    }
  }

  private final class ConnectHandler extends AbstractChannelPoolHandler {

    @Override
    public void channelCreated(Channel channel) {
      channels.add(channel);
      ChannelPipeline pipeline = channel.pipeline();
      pipeline.addLast(new HttpClientCodec(decoding(), false, false));
      if (settings.aggregate() > 0) {
        pipeline.addLast(new HttpObjectAggregator(settings.aggregate()));
      }
      pipeline.addLast(new NodeSide());
    }
  }
}
