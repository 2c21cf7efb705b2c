package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps what a client sent before its node was reached: epoll reads a stream that has ended
 * although nobody asked for it.
 */
final class PendingReads extends ChannelInboundHandlerAdapter {

  private final Deque<Object> kept = new ArrayDeque<>();
  private ChannelHandlerContext context;

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  /**
   * Lets another handler take its place, which gets first what was kept. Any thread may say so.
   *
   * @param left what is done instead when the client has left
   */
  void giveWayTo(ChannelHandler next, Runnable left) {
    context
        .executor()
        .execute(
            () -> {
              if (context.isRemoved() || !context.channel().isActive()) {
                left.run();
              } else {
                context.pipeline().replace(this, null, next);
              }
            });
  }

  @Override
  public void channelRead(ChannelHandlerContext client, Object bytes) {
    kept.addLast(bytes);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext client, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      kept.addLast(event);
    } else {
      client.fireUserEventTriggered(event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext client) {
    kept.forEach(ReferenceCountUtil::release);
    kept.clear();
    client.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext client) {
    while (!kept.isEmpty()) {
      Object next = kept.pollFirst();
      if (next instanceof ChannelInputShutdownEvent) {
        client.fireUserEventTriggered(next);
      } else {
        client.fireChannelRead(next);
      }
    }
  }
}
