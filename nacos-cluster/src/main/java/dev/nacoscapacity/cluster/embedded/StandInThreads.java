package dev.nacoscapacity.cluster.embedded;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The thread that serves nodes, by whose name its CPU time can be told from others'. */
final class StandInThreads {

  private StandInThreads() {}

  static EventLoopGroup group() {
    return new MultiThreadIoEventLoopGroup(
        1,
        new DefaultThreadFactory("stand-in", true),
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }
}
