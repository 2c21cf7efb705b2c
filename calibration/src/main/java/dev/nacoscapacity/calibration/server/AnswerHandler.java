package dev.nacoscapacity.calibration.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;

/** Answers each request with the fixed body of its path, at once or later. */
final class AnswerHandler extends SimpleChannelInboundHandler<HttpObject> {

  private static final ByteBuf BEAT = body(Answers.beat());
  private static final ByteBuf REGISTERED = body("ok");
  private static final ByteBuf LIST = body(Answers.list(Answers.hosts(0, Answers.HOSTS)));

  private final long delayMillis;
  private HttpRequest request;

  AnswerHandler(long delayMillis) {
    this.delayMillis = delayMillis;
  }

  private static ByteBuf body(String text) {
    return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, US_ASCII)).asReadOnly();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part instanceof HttpRequest head) {
      request = head;
    }
    if (part instanceof LastHttpContent) {
      HttpRequest asked = request;
      if (delayMillis == 0) {
        answer(context, asked);
      } else {
        context
            .executor()
            .schedule(() -> answer(context, asked), delayMillis, TimeUnit.MILLISECONDS);
      }
    }
  }

  private static void answer(ChannelHandlerContext context, HttpRequest request) {
    ByteBuf body = body(request).duplicate();
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    if (HttpUtil.isKeepAlive(request)) {
      context.writeAndFlush(response);
    } else {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static ByteBuf body(HttpRequest request) {
    if (request.uri().startsWith(Http.LIST)) {
      return LIST;
    }
    return request.method().equals(HttpMethod.POST) ? REGISTERED : BEAT;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // A client that was killed, or ran out of memory; its own figures tell.
    context.close();
  }
}
