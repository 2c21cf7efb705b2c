package dev.nacoscapacity.cluster.embedded.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The sockets of one node, all on one event loop: HTTP, its connections, and UDP for pushes. */
public final class Sockets {

  private static final int BACKLOG = 4_096;

  /** The sockets which are no connections: HTTP's own and UDP. */
  private static final int LISTENING = 2;

  private final EventLoop loop;
  private final ChannelGroup all;
  private volatile boolean reading = true;
  private Channel udp;

  public Sockets(EventLoop loop) {
    this.loop = loop;
    this.all = new DefaultChannelGroup(loop, true);
  }

  void open(
      InetSocketAddress http,
      Consumer<HttpExchange> requests,
      BiConsumer<InetSocketAddress, byte[]> datagrams)
      throws BindException {
    ChannelFuture listening =
        new ServerBootstrap()
            .group(loop)
            .channel(
                Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(connections(requests))
            .bind(http)
            .awaitUninterruptibly();
    all.add(listening.channel());
    ChannelFuture bound =
        new Bootstrap()
            .group(loop)
            .channel(Epoll.isAvailable() ? EpollDatagramChannel.class : NioDatagramChannel.class)
            .handler(new Datagrams(datagrams))
            .bind(new InetSocketAddress(http.getAddress(), 0))
            .awaitUninterruptibly();
    udp = bound.channel();
    all.add(udp);
    if (!listening.isSuccess() || !bound.isSuccess()) {
      close(() -> {});
      BindException fault = new BindException("port " + http.getPort() + " is taken");
      fault.initCause(listening.isSuccess() ? bound.cause() : listening.cause());
      throw fault;
    }
  }

  private ChannelInitializer<Channel> connections(Consumer<HttpExchange> requests) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        all.add(channel);
        channel.config().setAutoRead(reading);
        channel
            .pipeline()
            .addLast(
                new HttpRequestDecoder(new HttpDecoderConfig().setValidateHeaders(false)),
                new ClientConnection(requests));
      }
    };
  }

  /** Sends a datagram; one that cannot be sent is lost, as UDP's are. */
  void send(InetSocketAddress to, byte[] datagram) {
    udp.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(datagram), to));
  }

  int connections() {
    return all.size() - LISTENING;
  }

  void reading(boolean on) {
    reading = on;
    all.forEach(channel -> channel.config().setAutoRead(on));
  }

  /** Closes the sockets and then runs the task on their thread. */
  void close(Runnable last) {
    all.close().awaitUninterruptibly();
    loop.submit(last).awaitUninterruptibly();
  }

  private static final class Datagrams extends SimpleChannelInboundHandler<DatagramPacket> {

    private final BiConsumer<InetSocketAddress, byte[]> consumer;

    private Datagrams(BiConsumer<InetSocketAddress, byte[]> consumer) {
      this.consumer = consumer;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
      consumer.accept(packet.sender(), ByteBufUtil.getBytes(packet.content()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      // A datagram sent earlier was refused by its receiver: it is lost, and there is no more to
      // it.
    }
  }
}
