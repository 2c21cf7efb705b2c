package dev.nacoscapacity.cluster.proxy;

import dev.nacoscapacity.cluster.ClusterException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerExpectContinueHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;

/**
 * Stands in front of a node's HTTP port and passes on requests and answers as such (layer 7):
 * connections are kept on both sides, and those to the node are shared by the clients. An answer
 * may take as long as it likes, as a long poll's does. A node that is not there is a 502; a request
 * that finds no free connection within 45 s is a 503. It never reads ahead of what the other side
 * takes by more than Netty's watermark of 64 KiB. Safe for use by many threads.
 */
public final class HttpProxy implements AutoCloseable {

  /** Tomcat's {@code maxPostSize} is 2 MiB, Nacos's limit for a config 10 MiB. */
  private static final int WHOLE_REQUEST = 10 << 20;

  /** Tomcat's is 8 KiB for all of the head; light beats carry their parameters in the URL. */
  private static final int MOST_HEAD = 64 << 10;

  private final HttpProxySettings settings;
  private final InetSocketAddress node;
  private final RequestFilter gate;
  private final ProxyThreads threads;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Nodes nodes;
  private final Admission admission;
  private final Channel listening;

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node where to pass on to
   * @throws ClusterException when the port is taken
   */
  public static HttpProxy open(
      InetSocketAddress at, InetSocketAddress node, HttpProxySettings settings) {
    return new HttpProxy(at, node, settings, null);
  }

  /**
   * Likewise; requests are put together up to 10 MiB, or what the settings say if that is more, and
   * pass a gate.
   */
  public static HttpProxy open(
      InetSocketAddress at,
      InetSocketAddress node,
      HttpProxySettings settings,
      RequestFilter gate) {
    return new HttpProxy(at, node, settings, gate);
  }

  private HttpProxy(
      InetSocketAddress at,
      InetSocketAddress node,
      HttpProxySettings settings,
      RequestFilter gate) {
    this.settings = settings;
    this.node = node;
    this.gate = gate;
    this.threads = new ProxyThreads(settings.wire());
    this.nodes =
        new NodePool(
            threads, settings.wire().model(), settings.nodeConnections(), node, new Connecting());
    this.admission = new Admission(settings.clientConnections());
    this.listening =
        threads.listen(at, new ServerBootstrap().handler(admission).childHandler(new Accepting()));
  }

  /** Where clients find it. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Connections of clients, open now. */
  public int connections() {
    return admission.open();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    // Clients first: who outlives its node's side is told, wrongly, that the node failed.
    channels.close(channel -> channel.parent() != null).awaitUninterruptibly();
    channels.close().awaitUninterruptibly();
    threads.close();
  }

  private static HttpDecoderConfig decoding() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(MOST_HEAD)
        .setMaxHeaderSize(MOST_HEAD)
        .setValidateHeaders(false);
  }

  private final class Accepting extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel client) {
      channels.add(client);
      ChannelPipeline pipeline = client.pipeline();
      pipeline.addLast(new HttpServerCodec(decoding()));
      int whole =
          gate == null ? settings.aggregate() : Math.max(WHOLE_REQUEST, settings.aggregate());
      pipeline.addLast(
          whole == 0 ? new HttpServerExpectContinueHandler() : new HttpObjectAggregator(whole));
      pipeline.addLast(new ClientSide(node, nodes, gate));
    }
  }

  private final class Connecting extends AbstractChannelPoolHandler {

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
