package dev.nacoscapacity.cluster.embedded.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A client's connection: puts requests together and writes answers, as bytes. Clients of 1.4 do not
 * pipeline, so answers need no ordering.
 */
final class ClientConnection extends SimpleChannelInboundHandler<HttpObject> {

  private static final int MAX_BODY = 10 << 20;

  private final Consumer<HttpExchange> requests;
  private ChannelHandlerContext context;
  private HttpRequest head;
  private ByteBuf body = Unpooled.EMPTY_BUFFER;
  private boolean reading;

  ClientConnection(Consumer<HttpExchange> requests) {
    this.requests = requests;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
    if (!ctx.channel().isOpen()) {
      return; // Closed for what came before in the same read.
    }
    reading = true;
    if (part.decoderResult().isFailure()) {
      ctx.close();
      return;
    }
    if (part instanceof HttpRequest request) {
      head = request;
      if (HttpUtil.is100ContinueExpected(request)) {
        ctx.write(Unpooled.copiedBuffer("HTTP/1.1 100 \r\n\r\n", StandardCharsets.US_ASCII));
      }
    }
    if (part instanceof HttpContent content) {
      if (append(content.content()) && part instanceof LastHttpContent) {
        complete();
      }
    }
  }

  /** False when the body is too long; half of it is of no use. */
  private boolean append(ByteBuf more) {
    if (!more.isReadable()) {
      return true;
    }
    if (body.readableBytes() + more.readableBytes() > MAX_BODY) {
      context.close();
      return false;
    }
    if (body == Unpooled.EMPTY_BUFFER) {
      body = context.alloc().heapBuffer(more.readableBytes());
    }
    body.writeBytes(more);
    return true;
  }

  private void complete() {
    String text = body.toString(StandardCharsets.UTF_8);
    dropBody();
    Request request = new Request(head.method().name(), head.uri(), head.headers(), text);
    requests.accept(new HttpExchange(this, request, HttpUtil.isKeepAlive(head)));
  }

  private void dropBody() {
    body.release();
    body = Unpooled.EMPTY_BUFFER;
  }

  ByteBufAllocator alloc() {
    return context.alloc();
  }

  void write(ByteBuf bytes) {
    context.write(bytes, context.voidPromise());
  }

  /** The answer is complete. */
  void finish(boolean keepAlive) {
    if (!keepAlive) {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    } else if (!reading) {
      context.flush();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    ctx.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    dropBody();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close(); // The client is gone, or did not speak HTTP.
  }
}
