package dev.nacoscapacity.cluster.transport;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetSocketAddress;

/** The transport that Netty has on this machine: epoll on Linux, NIO elsewhere. */
public final class NettyTransport {

  private static final boolean EPOLL = Epoll.isAvailable();

  private NettyTransport() {}

  /**
   * Event loops on daemon threads.
   *
   * @param name prefix of the threads' names, by which their CPU time can be found
   */
  public static EventLoopGroup eventLoops(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        new DefaultThreadFactory(name, true),
        EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  public static Class<? extends SocketChannel> socket() {
    return EPOLL ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  public static Class<? extends DatagramChannel> datagramSocket() {
    return EPOLL ? EpollDatagramChannel.class : NioDatagramChannel.class;
  }

  public static Class<? extends ServerChannel> serverSocket() {
    return EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /**
   * Binds a socket and waits until it is bound.
   *
   * @param use what the port is for
   * @throws BindException naming the port and its use, when it cannot be had
   */
  public static Channel bind(AbstractBootstrap<?, ?> bootstrap, InetSocketAddress at, String use)
      throws BindException {
    ChannelFuture bound = bootstrap.bind(at).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw portUnavailable(at.getPort(), use, bound.cause());
    }
    return bound.channel();
  }

  /** The exception of a port that cannot be had. */
  public static BindException portUnavailable(int port, String use, Throwable cause) {
    boolean inUse = String.valueOf(cause.getMessage()).contains("in use");
    BindException exception =
        new BindException(
            inUse
                ? "port %d is taken (%s)".formatted(port, use)
                : "port %d cannot be opened (%s): %s".formatted(port, use, cause.getMessage()));
    exception.initCause(cause);
    return exception;
  }
}
