package dev.nacoscapacity.cluster.embedded;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The threads that serve nodes, by whose names their CPU time can be told from others'. */
final class StandInThreads {

  private StandInThreads() {}

  static EventLoopGroup group(int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads,
        new DefaultThreadFactory(EmbeddedSettings.THREAD_PREFIX.replaceAll("-$", ""), true),
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }
}
