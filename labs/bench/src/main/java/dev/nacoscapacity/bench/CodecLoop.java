package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.stats.Operation;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The same closed loop on Netty's own HTTP codec: shows the benefit of the fleet's writer and
 * parser. This loop does less than the fleet: addresses stay the same, and only the status of an
 * answer is read.
 */
final class CodecLoop {

  private static final int RECEIVE_BYTES = 32 * 1024;
  private static final int MAX_ANSWER = 1024 * 1024;

  private CodecLoop() {}

  /**
   * Runs until the process is killed.
   *
   * @param args the server's port, the number of connections, the operation
   */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    Request request = Request.of(Operation.valueOf(args[2]), port);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()))
            .channel(EpollSocketChannel.class)
            .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new HttpClientCodec())
                        .addLast(new HttpObjectAggregator(MAX_ANSWER))
                        .addLast(new Repeater(request));
                  }
                });
    for (int i = 0; i < connections; i++) {
      bootstrap.connect("127.0.0.1", port);
    }
  }

  private static final class Repeater extends SimpleChannelInboundHandler<FullHttpResponse> {

    private final HttpMethod method;
    private final String target;
    private final HttpHeaders headers = new DefaultHttpHeaders();
    private final SplittableRandom random = new SplittableRandom();

    Repeater(Request request) {
      method = HttpMethod.valueOf(request.method());
      target = request.target();
      request.headers().forEach(headers::add);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) {
      if (!answer.status().equals(HttpResponseStatus.OK)) {
        exceptionCaught(context, new IOException("answered " + answer.status()));
      }
      send(context);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      System.err.println("a call failed: " + cause);
      Runtime.getRuntime().halt(1);
    }

    private void send(ChannelHandlerContext context) {
      FullHttpRequest request =
          new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, target, Unpooled.EMPTY_BUFFER);
      request.headers().set(headers);
      request.headers().set("RequestId", new UUID(random.nextLong(), random.nextLong()).toString());
      context.writeAndFlush(request, context.voidPromise());
    }
  }
}
