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
 * A layer-7 proxy's connection to the node: passes the answer of the exchange it is lent for on to
 * the client, and reads no faster than the client takes it. It tells the {@link ClientSide} on its
 * own thread.
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
    if (part instanceof HttpResponse head && !taken(current, head) || informational) {
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
   * False for a 100 or 103, which only announces the answer: who waits for 100 was told already.
   */
  private boolean taken(ProxiedExchange current, HttpResponse head) {
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
    tell(ended, () -> ended.client().answered(ended, again));
  }

  private static void holdBack(Channel node, Channel client) {
    if (!client.isWritable()) {
      node.config().setAutoRead(false);
      if (client.isWritable()) {
        // It became so between the two, and has told already.
        node.config().setAutoRead(true);
      }
    }
  }

  private static void tell(ProxiedExchange exchange, Runnable what) {
    Channel client = exchange.client().channel();
    if (client.eventLoop().inEventLoop()) {
      what.run();
    } else {
      client.eventLoop().execute(what);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ProxiedExchange current = exchange;
    if (current != null && begun) {
      current.client().channel().flush();
    }
  }

  /** The node takes more again: the client may go on with its request. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ProxiedExchange current = exchange;
    if (current != null && ctx.channel().isWritable()) {
      tell(current, current.client()::readOn);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ProxiedExchange open = exchange;
    exchange = null;
    if (open != null) {
      boolean partly = begun;
      tell(open, () -> open.client().lost(open, partly));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // Gone, or its answer is none or too large.
  }
}
