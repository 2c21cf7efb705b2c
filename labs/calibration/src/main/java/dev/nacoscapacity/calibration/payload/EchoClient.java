package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The load, the same for all servers: each connection sends its message again when it has received
 * the echo.
 */
final class EchoClient {

  private EchoClient() {}

  /**
   * The first request, which is answered after the warm-up. The second request is the number of ms
   * to measure, and is answered with a round.
   *
   * @param bytes of a message
   */
  record WarmUp(int port, int connections, int bytes, int millis) {}

  /** Measures once, and waits until the process is killed. */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    WarmUp warmUp = Requests.next(WarmUp.class);
    EventLoop loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory()).next();
    Echoes echoes = new Echoes();
    for (int i = 0; i < warmUp.connections; i++) {
      connect(loop, warmUp.port, warmUp.bytes, echoes);
    }
    Thread.sleep(warmUp.millis);
    Requests.answer(null);
    int millis = Requests.next(Integer.class);
    loop.submit(echoes::restart).get();
    do {
      // A server that stalled all the time gives no information about its speed.
      Thread.sleep(millis);
    } while (loop.submit(echoes::none).get());
    Requests.answer(loop.submit(echoes::round).get());
  }

  private static void connect(EventLoop loop, int port, int bytes, Echoes echoes)
      throws InterruptedException {
    ByteBuf message =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(EchoSetting.LENGTH_BYTES + bytes)
                .writeInt(bytes)
                .writeZero(bytes));
    Channel channel =
        new Bootstrap()
            .group(loop)
            .channel(EpollSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel socket) {
                    socket.pipeline().addLast(NettyEcho.frames(), new Connection(message, echoes));
                  }
                })
            .connect("127.0.0.1", port)
            .sync()
            .channel();
    loop.execute(() -> channel.pipeline().get(Connection.class).send(channel));
  }

  /** The echoes since the start or the last restart; confined to the event loop. */
  private static final class Echoes {

    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(EchoSetting.STALL_MILLIS);

    private final Histogram nanos = new Histogram(LONGEST_NANOS, 3);
    private long start = System.nanoTime();

    void add(long latency) {
      nanos.recordValue(Math.min(latency, LONGEST_NANOS));
    }

    void restart() {
      nanos.reset();
      start = System.nanoTime();
    }

    boolean none() {
      return nanos.getTotalCount() == 0;
    }

    Round round() {
      double seconds = (System.nanoTime() - start) / 1e9;
      double all = nanos.getTotalCount();
      long stalled = nanos.getCountBetweenValues(STALL_NANOS, nanos.getHighestTrackableValue());
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put(PayloadPart.RATE, all / seconds);
      figures.put(PayloadPart.MEAN, nanos.getMean() / NANOS_PER_MILLI);
      figures.put(PayloadPart.P90, nanos.getValueAtPercentile(90) / NANOS_PER_MILLI);
      figures.put(PayloadPart.MAX, nanos.getMaxValue() / NANOS_PER_MILLI);
      figures.put(PayloadPart.STALLED, 100 * stalled / all);
      return Round.of(figures);
    }
  }

  private static final class Connection extends SimpleChannelInboundHandler<ByteBuf> {

    private final ByteBuf message;
    private final Echoes echoes;
    private long sent;

    Connection(ByteBuf message, Echoes echoes) {
      this.message = message;
      this.echoes = echoes;
    }

    void send(Channel channel) {
      sent = System.nanoTime();
      channel.writeAndFlush(message.duplicate(), channel.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf echo) {
      echoes.add(System.nanoTime() - sent);
      send(context.channel());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      System.err.println("the server closed a connection");
      Runtime.getRuntime().halt(1);
    }
  }
}
