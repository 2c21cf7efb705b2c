package dev.nacoscapacity.simulator.client;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Which kind of socket an event loop takes. */
public final class Sockets {

  private Sockets() {}

  public static Class<? extends SocketChannel> channelType(EventLoop eventLoop) {
    return eventLoop.parent() instanceof IoEventLoopGroup group
            && group.isIoType(EpollIoHandler.class)
        ? EpollSocketChannel.class
        : NioSocketChannel.class;
  }
}
