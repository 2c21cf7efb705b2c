package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.harness.Loopback;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The load, the same for all servers: each connection sends its message again when it has received
 * the echo. Figures are confined to the event loop.
 */
final class EchoClient {

  /** Linux delays an ACK by 40 ms; nothing else here takes nearly that long. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final EventLoop loop = Loopback.newEventLoop();
  private final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
  private long start;
  private boolean connected;

  /**
   * Echoes for a while; the first request opens the connections and warms up.
   *
   * @param bytes of a message
   */
  record Echoes(int port, int connections, int bytes, int millis) {}

  /** Answers each request with a round, until the process is killed. */
  public static void main(String[] args) {
    EchoClient client = new EchoClient();
    Requests.serve(Echoes.class, client::echo);
  }

  private Round echo(Echoes echoes) throws InterruptedException, ExecutionException {
    for (int i = 0; i < echoes.connections && !connected; i++) {
      connect(echoes);
    }
    connected = true;
    loop.submit(
            () -> {
              latencies.reset();
              start = System.nanoTime();
            })
        .get();
    do {
      // A server that stalled all the time gives no information about its speed.
      Thread.sleep(echoes.millis);
    } while (loop.submit(() -> latencies.getTotalCount() == 0).get());
    return loop.submit(this::round).get();
  }

  private void connect(Echoes echoes) {
    ByteBuf message =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(EchoServer.LENGTH_BYTES + echoes.bytes)
                .writeInt(echoes.bytes)
                .writeZero(echoes.bytes));
    new Bootstrap()
        .group(loop)
        .channel(EpollSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(Loopback.pipeline(to -> to.addLast(EchoServer.frames(), new Connection(message))))
        .connect("127.0.0.1", echoes.port)
        .syncUninterruptibly();
  }

  private Round round() {
    double all = latencies.getTotalCount();
    return Round.of(
        Map.of(
            "rate", all * 1e9 / (System.nanoTime() - start),
            "mean", latencies.getMean() / 1e6,
            "p90", latencies.getValueAtPercentile(90) / 1e6,
            "max", latencies.getMaxValue() / 1e6,
            "stalled", 100 * latencies.getCountBetweenValues(STALL_NANOS, LONGEST_NANOS) / all));
  }

  private final class Connection extends SimpleChannelInboundHandler<ByteBuf> {

    private final ByteBuf message;
    private long sent;

    Connection(ByteBuf message) {
      this.message = message;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      send(context);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf echo) {
      latencies.recordValue(Math.min(System.nanoTime() - sent, LONGEST_NANOS));
      send(context);
    }

    private void send(ChannelHandlerContext context) {
      sent = System.nanoTime();
      context.writeAndFlush(message.duplicate(), context.voidPromise());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      Requests.end("the server closed a connection");
    }
  }
}
