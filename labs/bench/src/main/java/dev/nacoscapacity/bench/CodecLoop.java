package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.stats.Operation;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The same closed loop on Netty's own HTTP codec: shows the benefit of the fleet's writer and
 * parser. This loop does less than the fleet: addresses stay the same, and only the status of an
 * answer is read.
 */
final class CodecLoop extends SimpleChannelInboundHandler<FullHttpResponse> {

  private static final int RECEIVE_BYTES = 32 * 1024;
  private static final int MAX_ANSWER = 1024 * 1024;

  private final HttpMethod method;
  private final String target;
  private final HttpHeaders headers = new DefaultHttpHeaders();
  private final SplittableRandom random = new SplittableRandom();

  private CodecLoop(BenchRequest request) {
    method = HttpMethod.valueOf(request.method());
    target = request.target();
    request.headers().forEach(headers::add);
  }

  /**
   * Runs until the process is killed.
   *
   * @param args the server's port, the number of connections, the operation
   */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(args[0]);
    BenchRequest request = BenchRequest.of(Operation.valueOf(args[2]), port);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(Loopback.newEventLoop())
            .channel(EpollSocketChannel.class)
            .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                Loopback.pipeline(
                    to ->
                        to.addLast(new HttpClientCodec())
                            .addLast(new HttpObjectAggregator(MAX_ANSWER))
                            .addLast(new CodecLoop(request))));
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      bootstrap.connect("127.0.0.1", port);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, target, Unpooled.EMPTY_BUFFER);
    request.headers().set(headers);
    request.headers().set("RequestId", new UUID(random.nextLong(), random.nextLong()).toString());
    context.writeAndFlush(request, context.voidPromise());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpResponse answer) {
    if (answer.status().code() != 200) {
      Requests.end("answered " + answer.status());
    }
    channelActive(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Requests.end("a call failed: " + cause);
  }
}
