package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * A layer-7 proxy's connection to the node: passes the answer of the current exchange on to the
 * client, and reads no faster than the client. The {@link ClientSide} is called on its own thread.
 */
final class NodeSide extends ChannelInboundHandlerAdapter {

  /** Set by the client's thread before the request, which the answer follows. */
  private volatile ProxiedExchange exchange;

  private boolean begun;
  private boolean reusable;
  private boolean informational;

  void begin(ProxiedExchange next) {
    exchange = next;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    HttpObject part = (HttpObject) message;
    ProxiedExchange current = exchange;
    if (current == null || part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(part);
      ctx.close();
      return;
    }
    boolean last = part instanceof LastHttpContent;
    if (part instanceof HttpResponse head && !accept(current, head) || informational) {
      informational = !last;
      ReferenceCountUtil.release(part);
      return;
    }
    Channel client = current.client().channel();
    if (last) {
      client.writeAndFlush(part, client.voidPromise());
      end(ctx, current);
    } else {
      client.write(part, client.voidPromise());
      holdBack(ctx.channel(), client);
    }
  }

  /**
   * False for a 100 or 103, which only announces the answer: the proxy has answered a client that
   * waits for 100 itself.
   */
  private boolean accept(ProxiedExchange current, HttpResponse head) {
    informational = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    if (!informational) {
      begun = true;
      reusable = HttpUtil.isKeepAlive(head);
      current.toClient(head);
    }
    return !informational;
  }

  private void end(ChannelHandlerContext ctx, ProxiedExchange ended) {
    exchange = null;
    begun = false;
    ctx.channel().config().setAutoRead(true);
    boolean again = reusable;
    inClientLoop(ended, () -> ended.client().answered(ended, again));
  }

  private static void holdBack(Channel node, Channel client) {
    if (!client.isWritable()) {
      node.config().setAutoRead(false);
      if (client.isWritable()) {
        // The channel became writable between the two lines, and its event is over.
        node.config().setAutoRead(true);
      }
    }
  }

  private static void inClientLoop(ProxiedExchange exchange, Runnable task) {
    Channel client = exchange.client().channel();
    if (client.eventLoop().inEventLoop()) {
      task.run();
    } else {
      client.eventLoop().execute(task);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ProxiedExchange current = exchange;
    if (current != null && begun) {
      current.client().channel().flush();
    }
  }

  /** The node reads again: the client may continue its request. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ProxiedExchange current = exchange;
    if (current != null && ctx.channel().isWritable()) {
      inClientLoop(current, current.client()::readOn);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ProxiedExchange open = exchange;
    exchange = null;
    if (open != null) {
      boolean partly = begun;
      inClientLoop(open, () -> open.client().lost(open, partly));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // Disconnected, or the answer is malformed or too large.
  }
}
