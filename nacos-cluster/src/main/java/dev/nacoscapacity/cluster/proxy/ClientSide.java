package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.pool.ChannelPool;
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
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A client's connection to a layer-7 proxy: one exchange after the other, each on a pooled
 * connection to the node. Parts that cannot be passed on yet are queued, and reading stops
 * meanwhile, so that at most one read is queued. No request is started while the client does not
 * read the answers to earlier ones.
 */
final class ClientSide extends ChannelInboundHandlerAdapter {

  private final InetSocketAddress node;
  private final ChannelPool pool;
  private final Optional<RequestFilter> filter;
  private final Deque<HttpObject> queue = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private ProxiedExchange exchange;

  /** The client's connection ends with the current exchange. */
  private boolean last;

  /** Nothing more will come from the client. */
  private boolean inputEnded;

  /**
   * @param pool of connections to the node
   * @param filter empty to pass on every request; otherwise requests come aggregated
   */
  ClientSide(InetSocketAddress node, ChannelPool pool, Optional<RequestFilter> filter) {
    this.node = node;
    this.pool = pool;
    this.filter = filter;
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
    queue.addLast((HttpObject) part);
    drain();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    flushPart();
  }

  /** Sends the available part of a request; the rest follows later. */
  private void flushPart() {
    if (exchange != null && exchange.node != null && !exchange.requestEnded) {
      exchange.node.flush();
    }
  }

  private void drain() {
    while (!queue.isEmpty() && !last) {
      if (exchange == null && context.channel().isWritable()) {
        begin(queue.pollFirst());
      } else if (exchange != null && exchange.node != null && !exchange.requestEnded) {
        pass(queue.pollFirst());
      } else {
        break;
      }
    }
    if (inputEnded && queue.isEmpty()) {
      endAfterAnswers();
    } else {
      readOn();
    }
  }

  /**
   * The client has ended its stream: it still receives pending answers, but an incomplete request
   * gets none.
   */
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
      last = true;
      answer(next, text(HttpResponseStatus.BAD_REQUEST, "not HTTP/1.1"));
      return;
    }
    Optional<FullHttpResponse> instead =
        filter.flatMap(each -> each.answerInstead((FullHttpRequest) request));
    if (instead.isPresent()) {
      ReferenceCountUtil.release(part);
      answer(next, instead.get());
      return;
    }
    exchange = next;
    ProxiedExchange.toNode(request, node);
    pool.acquire(context.channel().eventLoop().newPromise())
        .addListener((Future<Channel> acquired) -> acquired(next, request, acquired));
  }

  private void acquired(ProxiedExchange requester, HttpRequest request, Future<Channel> acquired) {
    if (exchange != requester) {
      // The client has gone meanwhile.
      ReferenceCountUtil.release(request);
      if (acquired.isSuccess()) {
        pool.release(acquired.getNow());
      }
    } else if (acquired.isSuccess()) {
      requester.node = acquired.getNow();
      requester.node.pipeline().get(NodeSide.class).begin(requester);
      pass(request);
      drain();
      flushPart();
    } else {
      ReferenceCountUtil.release(request);
      exchange = null;
      answer(requester, unavailable(acquired.cause()));
      drain();
    }
  }

  private static FullHttpResponse unavailable(Throwable cause) {
    return cause instanceof TimeoutException
        ? text(HttpResponseStatus.SERVICE_UNAVAILABLE, "no connection to the node became free")
        : text(HttpResponseStatus.BAD_GATEWAY, "the node is unreachable");
  }

  private void pass(HttpObject part) {
    if (part.decoderResult().isFailure()) {
      // Ending the body here would make the node treat an incomplete request as complete.
      ReferenceCountUtil.release(part);
      last = true;
      ProxyThreads.reset(context.channel());
      return;
    }
    exchange.requestEnded = part instanceof LastHttpContent;
    Channel to = exchange.node;
    to.write(part, to.voidPromise());
    if (exchange.requestEnded) {
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
    pool.release(which.node);
    if (!which.keepAlive() || !which.requestEnded) {
      last = true;
    }
    proceed();
  }

  /**
   * The connection to the node ended before the answer did.
   *
   * @param begun whether the client has received a part of it
   */
  void lost(ProxiedExchange which, boolean begun) {
    if (exchange != which) {
      return;
    }
    exchange = null;
    pool.release(which.node);
    if (begun) {
      ProxyThreads.reset(context.channel());
    } else {
      answer(which, text(HttpResponseStatus.BAD_GATEWAY, "the node closed the connection"));
      proceed();
    }
  }

  private void proceed() {
    if (last) {
      closeWhenWritten();
    } else {
      drain();
    }
  }

  private void answer(ProxiedExchange current, FullHttpResponse answer) {
    HttpUtil.setContentLength(answer, answer.content().readableBytes());
    current.toClient(answer);
    last |= !current.keepAlive();
    context.writeAndFlush(answer);
    if (last) {
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

  /** Reads while the other side accepts the data. */
  void readOn() {
    boolean room =
        exchange == null
            ? context.channel().isWritable()
            : exchange.node == null || exchange.node.isWritable();
    context.channel().config().setAutoRead(queue.isEmpty() && room);
  }

  /** The client reads again: its answer may continue, or its next request. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (!ctx.channel().isWritable()) {
      return;
    }
    if (exchange == null) {
      // Not immediately: an answer may be about to be written.
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
    queue.forEach(ReferenceCountUtil::release);
    queue.clear();
    ProxiedExchange open = exchange;
    exchange = null;
    if (open != null && open.node != null) {
      // The rest of the answer is still to come: no other exchange can use the connection.
      open.node.close();
      pool.release(open.node);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // Disconnected, or not HTTP.
  }
}
