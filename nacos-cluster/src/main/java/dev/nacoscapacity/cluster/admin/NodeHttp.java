package dev.nacoscapacity.cluster.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufInputStream;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.pool.AbstractChannelPoolHandler;
import io.netty.channel.pool.ChannelPool;
import io.netty.channel.pool.SimpleChannelPool;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.Future;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;

/**
 * HTTP requests to one server, directly to its address, regardless of this JVM's {@code
 * http.proxyHost}. A connection is kept for the next request for a shorter time than servers keep
 * theirs. One thread serves the requests to all servers. Safe for use by many threads.
 */
final class NodeHttp {

  private static final EventLoopGroup LOOP = NettyTransport.eventLoops("admin", 1);

  private static final int KEPT_SECONDS = 2;

  /**
   * Enough for a page of 500 services in the catalogue, or for a service with tens of thousands of
   * instances.
   */
  private static final int LARGEST_ANSWER = 64 << 20;

  /**
   * An answer.
   *
   * @param encoding {@code identity} unless it is compressed
   * @param server the header of this name; empty when absent
   * @param location likewise
   */
  record Reply(int status, String encoding, String server, String location, String body) {}

  private final InetSocketAddress server;
  private final Optional<SslContext> tls;
  private final ChannelPool connections;

  /**
   * @param timeout for the connection's set-up
   */
  NodeHttp(InetSocketAddress server, Optional<SslContext> tls, Duration timeout) {
    this.server = server;
    this.tls = tls;
    this.connections =
        new SimpleChannelPool(
            new Bootstrap()
                .group(LOOP)
                .channel(NettyTransport.socket())
                .remoteAddress(server)
                .option(
                    ChannelOption.CONNECT_TIMEOUT_MILLIS,
                    (int) Math.min(Integer.MAX_VALUE, timeout.toMillis())),
            new Connecting());
  }

  InetSocketAddress server() {
    return server;
  }

  boolean isPlain() {
    return tls.isEmpty();
  }

  /** Sends a request; completing the returned future elsewhere cancels it. */
  CompletableFuture<Reply> send(FullHttpRequest request) {
    request
        .headers()
        .set(HttpHeaderNames.HOST, Endpoint.authority(server))
        .set(HttpHeaderNames.USER_AGENT, "nacos-capacity");
    HttpUtil.setContentLength(request, request.content().readableBytes());
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    connections
        .acquire()
        .addListener(
            (Future<Channel> acquired) -> {
              if (acquired.isSuccess()) {
                acquired.getNow().pipeline().get(Exchange.class).begin(reply, request);
              } else {
                request.release();
                reply.completeExceptionally(acquired.cause());
              }
            });
    return reply;
  }

  private final class Connecting extends AbstractChannelPoolHandler {

    @Override
    public void channelCreated(Channel channel) {
      tls.map(
              context ->
                  context.newHandler(channel.alloc(), server.getHostString(), server.getPort()))
          .ifPresent(channel.pipeline()::addLast);
      channel
          .pipeline()
          .addLast(new HttpClientCodec(), new HttpObjectAggregator(LARGEST_ANSWER))
          .addLast(new IdleStateHandler(0, 0, KEPT_SECONDS), new Exchange());
    }
  }

  /** One connection's requests, one after the other, all on the event loop. */
  private final class Exchange extends SimpleChannelInboundHandler<FullHttpResponse> {

    private Channel channel;
    private CompletableFuture<Reply> reply = CompletableFuture.completedFuture(null);

    /**
     * Why the connection ended: a failure, for example of the handshake; or that it closed, before
     * its first answer or later.
     */
    private Throwable fault = new EOFException();

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      channel = context.channel();
    }

    void begin(CompletableFuture<Reply> next, FullHttpRequest request) {
      reply = next;
      reply.whenComplete(
          (answer, failure) -> {
            if (failure != null) {
              channel.close();
            }
          });
      if (channel.isActive()) {
        channel.writeAndFlush(request);
      } else {
        request.release();
        reply.completeExceptionally(fault);
      }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) {
      if (answer.decoderResult().isFailure()) {
        reply.completeExceptionally(new ProtocolException());
        return;
      }
      fault = new ClosedChannelException();
      if (HttpUtil.isKeepAlive(answer)) {
        connections.release(channel);
      } else {
        channel.close();
      }
      String encoding = answer.headers().get(HttpHeaderNames.CONTENT_ENCODING, "identity");
      try {
        reply.complete(
            new Reply(
                answer.status().code(),
                encoding,
                answer.headers().get(HttpHeaderNames.SERVER, ""),
                answer.headers().get(HttpHeaderNames.LOCATION, ""),
                body(answer, encoding)));
      } catch (IOException e) {
        reply.completeExceptionally(new ProtocolException());
      }
    }

    /** Some gateways compress what no request allowed them to. */
    private static String body(FullHttpResponse answer, String encoding) throws IOException {
      Charset charset = HttpUtil.getCharset(answer, UTF_8);
      if (!encoding.equalsIgnoreCase("gzip") || !answer.content().isReadable()) {
        return answer.content().toString(charset);
      }
      try (InputStream plain = new GZIPInputStream(new ByteBufInputStream(answer.content()))) {
        return new String(plain.readNBytes(LARGEST_ANSWER), charset);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof IdleStateEvent && reply.isDone()) {
        channel.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fault = cause;
      reply.completeExceptionally(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      reply.completeExceptionally(fault);
    }
  }
}
