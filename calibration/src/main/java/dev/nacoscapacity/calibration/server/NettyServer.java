package dev.nacoscapacity.calibration.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A server that needs no installation: a fixed body for beats and for lists, at once or after a
 * delay during which no thread waits, so that it is never the server that has too few.
 */
public final class NettyServer implements AutoCloseable {

  /** Of the body of an answer to a beat. */
  public static final int BEAT_BYTES = Answers.beat().length();

  /** Of the body of an answer to a list. */
  public static final int LIST_BYTES = Answers.list(Answers.hosts(0, Answers.HOSTS)).length();

  private static final String LISTENING = "listening on ";
  private static final Duration START = Duration.ofSeconds(20);

  /** As many calls as are ever let go together; the kernel may allow fewer. */
  private static final int BACKLOG = 8192;

  private final PinnedProcess process;
  private final int port;

  private NettyServer(PinnedProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one in a JVM of its own.
   *
   * @param cores as {@code taskset -c} takes them
   * @param directory for its log
   */
  public static NettyServer start(Duration delay, String cores, Path directory)
      throws IOException, InterruptedException {
    String millis = Long.toString(delay.toMillis());
    PinnedProcess process =
        PinnedProcess.start(
            "server-" + millis + "ms",
            cores,
            directory,
            Jvm.own("-XX:+UseSerialGC", "-Xmx512m").command(NettyServer.class, millis));
    try {
      return new NettyServer(process, Integer.parseInt(process.awaitLine(LISTENING, START)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  public int port() {
    return port;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.close();
  }

  /**
   * Serves until it is killed.
   *
   * @param args the delay in ms
   */
  public static void main(String[] args) {
    long delayMillis = Long.parseLong(args[0]);
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    Channel server =
        new ServerBootstrap()
            .group(group)
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new Handler(delayMillis));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    System.out.println(LISTENING + ((InetSocketAddress) server.localAddress()).getPort());
  }

  private static final class Handler extends SimpleChannelInboundHandler<HttpObject> {

    private static final ByteBuf BEAT = body(Answers.beat());
    private static final ByteBuf LIST = body(Answers.list(Answers.hosts(0, Answers.HOSTS)));

    private final long delayMillis;
    private HttpRequest request;

    Handler(long delayMillis) {
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
      ByteBuf body = (request.uri().startsWith(Http.LIST) ? LIST : BEAT).duplicate();
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

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // A client that was killed, or ran out of memory; its own figures tell.
      context.close();
    }
  }
}
