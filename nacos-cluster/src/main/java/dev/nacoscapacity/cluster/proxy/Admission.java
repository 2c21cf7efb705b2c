package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Accepts connections until so many are open; the next wait in the backlog until one closes. */
final class Admission extends ChannelInboundHandlerAdapter {

  private final int most;
  private volatile int open;

  Admission(int most) {
    this.most = most;
  }

  int open() {
    return open;
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
