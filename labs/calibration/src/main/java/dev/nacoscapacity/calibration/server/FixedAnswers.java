package dev.nacoscapacity.calibration.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Servers on Netty, which need no installation: each one answers a fixed body by path, immediately
 * or after a delay. No thread waits during the delay, so the server is never short of threads. For
 * {@link dev.nacoscapacity.calibration.process.SharedServers#jvm}; the setting is the delay in ms.
 */
public final class FixedAnswers {

  /** Length of the body of an answer to a beat. */
  public static final int BEAT_BYTES = Answers.beat().length();

  /** Length of the body of an answer to a list. */
  public static final int LIST_BYTES = Answers.list(Answers.hosts(0, Answers.HOSTS)).length();

  private static final ByteBuf BEAT = body(Answers.beat());
  private static final ByteBuf REGISTERED = body("ok");
  private static final ByteBuf LIST = body(Answers.list(Answers.hosts(0, Answers.HOSTS)));

  /** The largest number of calls that are released together; the kernel may allow fewer. */
  private static final int BACKLOG = 8192;

  private FixedAnswers() {}

  /** Serves until the process is killed. */
  public static void main(String[] args) {
    Requests.openServers(Integer.class, FixedAnswers::open);
  }

  private static int open(int delayMillis) {
    Channel server =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpServerKeepAliveHandler(),
                            new Handler(delayMillis));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  private static ByteBuf body(String text) {
    return Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(text, US_ASCII)).asReadOnly();
  }

  private static final class Handler extends SimpleChannelInboundHandler<HttpObject> {

    private final int delayMillis;
    private ByteBuf body;

    Handler(int delayMillis) {
      this.delayMillis = delayMillis;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part instanceof HttpRequest request) {
        body = body(request);
      }
      if (part instanceof LastHttpContent) {
        FullHttpResponse response =
            new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body.duplicate());
        response
            .headers()
            .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
            .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        if (delayMillis == 0) {
          context.writeAndFlush(response);
        } else {
          context
              .executor()
              .schedule(() -> context.writeAndFlush(response), delayMillis, TimeUnit.MILLISECONDS);
        }
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
      // The client was killed or ran out of memory; its own figures report that.
      context.close();
    }
  }
}
