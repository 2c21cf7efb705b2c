package dev.nacoscapacity.simulator;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import javax.net.ssl.SSLException;

/**
 * What operators put in front of nodes: ends TLS, balances connections over the nodes, and has
 * another context path. Listens on two ports 1000 apart, as nodes do.
 */
public final class Front implements AutoCloseable {

  private static final int MAX_TRIES = 50;

  /** As long as the nodes' own, so that it can be overwritten in place. */
  public static final String CONTEXT_PATH = "/other";

  private static final byte[] OTHER = (" " + CONTEXT_PATH + "/").getBytes(ISO_8859_1);
  private static final byte[] NODES = " /nacos/".getBytes(ISO_8859_1);

  private final EventLoopGroup threads = NettyTransport.eventLoops("front", 1);
  private final List<Node> nodes;
  private final SslContext tls;
  private final boolean otherPath;
  private final AtomicIntegerArray accepted;
  private final InetSocketAddress http;
  private int next;

  private Front(InetAddress at, List<? extends Node> nodes, SslContext tls, boolean otherPath)
      throws BindException {
    this.nodes = List.copyOf(nodes);
    this.tls = tls;
    this.otherPath = otherPath;
    this.accepted = new AtomicIntegerArray(nodes.size());
    this.http = listen(at);
  }

  /** Plain, before all of the nodes. */
  public static Front balancing(List<? extends Node> nodes) throws BindException {
    return new Front(InetAddress.getLoopbackAddress(), nodes, null, false);
  }

  /**
   * Ends TLS before one node.
   *
   * @param client whom to let in, by the certificate shown; null for anybody
   * @param otherPath whether the context path is {@link #CONTEXT_PATH} alone
   */
  public static Front tls(
      InetAddress at, Node node, Certificate own, Certificate client, boolean otherPath)
      throws BindException, SSLException {
    SslContextBuilder tls =
        SslContextBuilder.forServer(own.certificate().toFile(), own.key().toFile())
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(
                    Protocol.ALPN,
                    SelectorFailureBehavior.NO_ADVERTISE,
                    SelectedListenerFailureBehavior.ACCEPT,
                    "h2",
                    "http/1.1"));
    if (client != null) {
      tls.trustManager(client.certificate().toFile()).clientAuth(ClientAuth.REQUIRE);
    }
    return new Front(at, List.of(node), tls.build(), otherPath);
  }

  private InetSocketAddress listen(InetAddress at) throws BindException {
    for (int i = 0; i < MAX_TRIES; i++) {
      Channel first = NettyTransport.bind(server(false), new InetSocketAddress(at, 0), "front");
      InetSocketAddress address = (InetSocketAddress) first.localAddress();
      try {
        NettyTransport.bind(
            server(true), new InetSocketAddress(at, address.getPort() + 1000), "front");
        return address;
      } catch (BindException | IllegalArgumentException e) {
        first.close();
      }
    }
    throw new BindException("no two free ports 1000 apart");
  }

  /** Where clients find it. */
  public InetSocketAddress address() {
    return http;
  }

  /** Connections passed on to a node so far. */
  public int accepted(int node) {
    return accepted.get(node);
  }

  private ServerBootstrap server(boolean grpc) {
    return new ServerBootstrap()
        .group(threads)
        .channel(NettyTransport.serverSocket())
        .childOption(ChannelOption.AUTO_READ, false)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel client) {
                if (tls != null) {
                  client.pipeline().addLast(tls.newHandler(client.alloc()));
                }
                connect(client, grpc);
              }
            });
  }

  /** On the one thread. */
  private void connect(Channel client, boolean grpc) {
    int index = next++ % nodes.size();
    accepted.incrementAndGet(index);
    Node node = nodes.get(index);
    new Bootstrap()
        .group(client.eventLoop())
        .channel(NettyTransport.socket())
        .handler(new PassOn(client, false))
        .connect(grpc ? node.grpc() : node.http())
        .addListener(
            (ChannelFutureListener)
                future -> {
                  if (future.isSuccess()) {
                    client.pipeline().addLast(new PassOn(future.channel(), otherPath && !grpc));
                    client.config().setAutoRead(true);
                  } else {
                    client.close();
                  }
                });
  }

  private static final class PassOn extends ChannelInboundHandlerAdapter {

    private final Channel to;
    private final boolean otherPath;

    private PassOn(Channel to, boolean otherPath) {
      this.to = to;
      this.otherPath = otherPath;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (otherPath) {
        swap((ByteBuf) message);
      }
      to.writeAndFlush(message);
    }

    /** The nodes' own path becomes one that they do not have. */
    private static void swap(ByteBuf request) {
      byte[] bytes = new byte[OTHER.length];
      for (int i = request.readerIndex(); i + bytes.length <= request.writerIndex(); i++) {
        request.getBytes(i, bytes);
        if (Arrays.equals(bytes, NODES)) {
          request.setBytes(i, OTHER);
        } else if (Arrays.equals(bytes, OTHER)) {
          request.setBytes(i, NODES);
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      to.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  @Override
  public void close() {
    threads.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }
}
