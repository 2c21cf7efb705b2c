package dev.nacoscapacity.calibration.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Servers on Netty, which need no installation: each one gives a 1.4.1 node's answers to a beat and
 * to a list, immediately or after a delay. No thread waits during the delay, so the server is never
 * short of threads. The setting of a server is the delay in ms.
 */
public final class FixedAnswers extends SimpleChannelInboundHandler<ByteBuf> {

  /**
   * The answer to a beat, without the beat interval, which a fleet would follow: a measured fleet
   * beats at any rate. Spaces keep the answer as long as a node's.
   */
  public static final String BEAT =
      "{\"clientBeatInterval\":0   ,\"code\":%d,\"lightBeatEnabled\":true}".formatted(Http.BEAT_OK);

  /** Hosts of a list, which is about 22 KB. */
  static final int HOSTS = 88;

  public static final String LIST = list(hosts(0, HOSTS));

  private static final ByteBuf BEAT_ANSWER = answer(BEAT);
  private static final ByteBuf LIST_ANSWER = answer(LIST);
  private static final ByteBuf REGISTERED = answer("ok");

  /** The largest number of calls that are released together; the kernel may allow fewer. */
  private static final int BACKLOG = 8192;

  private final int delayMillis;

  private FixedAnswers(int delayMillis) {
    this.delayMillis = delayMillis;
  }

  /** Serves until the process is killed. */
  public static void main(String[] args) {
    Requests.serve(Integer.class, FixedAnswers::open);
  }

  private static int open(int delayMillis) {
    return Loopback.listen(
        new ServerBootstrap()
            .group(Loopback.newEventLoop())
            .channel(EpollServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(Loopback.pipeline(to -> to.addLast(new FixedAnswers(delayMillis)))));
  }

  /** A client waits for its answer, so that a read begins with a request, or goes on with one. */
  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf read) {
    ByteBuf fixed =
        switch (read.toString(read.readerIndex(), 3, US_ASCII)) {
          case "GET" -> LIST_ANSWER;
          case "PUT" -> BEAT_ANSWER;
          case "POS" -> REGISTERED;
          default -> null;
        };
    if (fixed == null) {
      return;
    }
    ByteBuf answer = fixed.duplicate();
    if (delayMillis == 0) {
      context.writeAndFlush(answer);
    } else {
      Runnable late = () -> context.writeAndFlush(answer);
      context.executor().schedule(late, delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // The client was killed or ran out of memory; its own figures report that.
    context.close();
  }

  private static ByteBuf answer(String body) {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(body.length());
    return Unpooled.unreleasableBuffer(
        Unpooled.directBuffer().writeBytes((head + body).getBytes(US_ASCII)));
  }

  /** The list of a service's instances. */
  static String list(String hosts) {
    return "{\"name\":\"DEFAULT_GROUP@@bench-0000\",\"hosts\":["
        + hosts
        + "],\"cacheMillis\":3000}";
  }

  /** Some of a list's hosts, 250 bytes each. */
  static String hosts(int from, int to) {
    String host =
        "{\"valid\":true,\"marked\":false,\"metadata\":{},\"instanceId\":"
            + "\"%1$s#8080#DEFAULT#DEFAULT_GROUP@@bench-0000\",\"port\":8080,\"healthy\":true,"
            + "\"ip\":\"%1$s\",\"clusterName\":\"DEFAULT\",\"weight\":1.0,\"ephemeral\":true,"
            + "\"serviceName\":\"DEFAULT_GROUP@@bench-0000\",\"enabled\":true}";
    return IntStream.range(from, to)
        .mapToObj(number -> host.formatted("198.18.0." + number))
        .collect(Collectors.joining(","));
  }
}
