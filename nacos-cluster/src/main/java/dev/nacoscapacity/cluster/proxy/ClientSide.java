package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;

/**
 * A client's connection to a layer-7 proxy: one exchange after the other, each on a connection to
 * the node that is lent for it. What comes before it can be passed on is held, and reading stops
 * meanwhile, so that never more is held than one read brought; nor is a request begun while the
 * client leaves the answers to those before it lying.
 */
final class ClientSide extends ChannelInboundHandlerAdapter {

  private final InetSocketAddress node;
  private final Nodes nodes;
  private final RequestFilter gate;
  private final Deque<HttpObject> held = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private ProxiedExchange exchange;
  private boolean lastOne;

  /** Nothing more will come from the client. */
  private boolean inputEnded;

  /**
   * @param node what the lent connections lead to
   * @param gate null to let every request pass; otherwise requests come whole
   */
  ClientSide(InetSocketAddress node, Nodes nodes, RequestFilter gate) {
    this.node = node;
    this.nodes = nodes;
    this.gate = gate;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
  }

  Channel channel() {
    return context.channel();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object part) {
    held.addLast((HttpObject) part);
    drain();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    flushPart();
  }

  /** What there is of a request goes; the rest comes later. */
  private void flushPart() {
    if (exchange != null && exchange.node != null && !exchange.requestEnded) {
      exchange.node.flush();
    }
  }

  private void drain() {
    while (!held.isEmpty() && !lastOne) {
      if (exchange == null && context.channel().isWritable()) {
        begin(held.pollFirst());
      } else if (exchange != null && exchange.node != null && !exchange.requestEnded) {
        pass(held.pollFirst());
      } else {
        break;
      }
    }
    if (inputEnded && held.isEmpty()) {
      endAfterAnswers();
    } else {
      readOn();
    }
  }

  /** The client asks no more: it still gets its answers, but half a request has none. */
  private void endAfterAnswers() {
    if (exchange == null) {
      closeWhenWritten();
    } else if (exchange.node != null && !exchange.requestEnded) {
      context.close();
    }
  }

  private void begin(HttpObject part) {
    if (!(part instanceof HttpRequest request)) {
      ReferenceCountUtil.release(part); // The rest of a request that is answered already.
      return;
    }
    ProxiedExchange next = new ProxiedExchange(this, request);
    if (part.decoderResult().isFailure()) {
      ReferenceCountUtil.release(part);
      lastOne = true;
      answer(next, text(HttpResponseStatus.BAD_REQUEST, "not HTTP/1.1"));
      return;
    }
    FullHttpResponse instead = gate == null ? null : gate.answerInstead((FullHttpRequest) request);
    if (instead != null) {
      ReferenceCountUtil.release(part);
      answer(next, instead);
      return;
    }
    exchange = next;
    ProxiedExchange.toNode(request, node);
    nodes
        .acquire(context.channel().eventLoop())
        .addListener((Future<Channel> lent) -> lent(next, request, lent));
  }

  private void lent(ProxiedExchange asked, HttpRequest request, Future<Channel> lent) {
    if (exchange != asked) {
      // The client has gone meanwhile.
      ReferenceCountUtil.release(request);
      if (lent.isSuccess()) {
        nodes.release(lent.getNow());
      }
    } else if (lent.isSuccess()) {
      asked.node = lent.getNow();
      asked.node.pipeline().get(NodeSide.class).begin(asked);
      pass(request);
      drain();
      flushPart();
    } else {
      ReferenceCountUtil.release(request);
      exchange = null;
      answer(asked, unlent(lent.cause()));
      drain();
    }
  }

  private static FullHttpResponse unlent(Throwable cause) {
    return cause instanceof TimeoutException
        ? text(HttpResponseStatus.SERVICE_UNAVAILABLE, "no connection to the node became free")
        : text(HttpResponseStatus.BAD_GATEWAY, "the node is unreachable");
  }

  private void pass(HttpObject part) {
    if (part.decoderResult().isFailure()) {
      // To end its body here would make the node take half a request for a whole one.
      ReferenceCountUtil.release(part);
      lastOne = true;
      ProxyThreads.reset(context.channel());
      return;
    }
    boolean last = part instanceof LastHttpContent;
    exchange.requestEnded = last;
    Channel to = exchange.node;
    to.write(part, to.voidPromise());
    if (last) {
      to.flush();
    }
  }

  /** The node's side has written the whole answer. */
  void answered(ProxiedExchange which, boolean reusable) {
    if (exchange != which) {
      return;
    }
    exchange = null;
    if (!reusable || !which.requestEnded) {
      which.node.close();
    }
    nodes.release(which.node);
    if (!which.keepAlive() || !which.requestEnded) {
      lastOne = true;
    }
    goOn();
  }

  /**
   * The connection to the node ended before the answer did.
   *
   * @param begun whether the client has a part of it
   */
  void lost(ProxiedExchange which, boolean begun) {
    if (exchange != which) {
      return;
    }
    exchange = null;
    nodes.release(which.node);
    if (begun) {
      ProxyThreads.reset(context.channel());
    } else {
      answer(which, text(HttpResponseStatus.BAD_GATEWAY, "the node closed the connection"));
      goOn();
    }
  }

  private void goOn() {
    if (lastOne) {
      closeWhenWritten();
    } else {
      drain();
    }
  }

  private void answer(ProxiedExchange asked, FullHttpResponse answer) {
    HttpUtil.setContentLength(answer, answer.content().readableBytes());
    asked.toClient(answer);
    lastOne |= !asked.keepAlive();
    context.writeAndFlush(answer);
    if (lastOne) {
      closeWhenWritten();
    }
  }

  private static FullHttpResponse text(HttpResponseStatus status, String sentence) {
    FullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            status,
            Unpooled.copiedBuffer(sentence, StandardCharsets.US_ASCII));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_PLAIN);
    return answer;
  }

  private void closeWhenWritten() {
    context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /** Reads as long as what comes can go somewhere. */
  void readOn() {
    boolean room =
        exchange == null
            ? context.channel().isWritable()
            : exchange.node == null || exchange.node.isWritable();
    context.channel().config().setAutoRead(held.isEmpty() && room);
  }

  /** The client takes more again: its answer may go on, or what it asks next. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (!ctx.channel().isWritable()) {
      return;
    }
    if (exchange == null) {
      // Not at once: an answer may be about to be written.
      ctx.executor().execute(this::drain);
    } else if (exchange.node != null) {
      exchange.node.config().setAutoRead(true);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      drain();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    held.forEach(ReferenceCountUtil::release);
    held.clear();
    ProxiedExchange open = exchange;
    exchange = null;
    if (open != null && open.node != null) {
      // An answer is on its way that nobody wants: the connection is of no use to others.
      open.node.close();
      nodes.release(open.node);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // Gone, or nothing that speaks HTTP.
  }
}
