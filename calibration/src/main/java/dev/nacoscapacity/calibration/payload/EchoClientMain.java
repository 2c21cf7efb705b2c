package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.ResultLine;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;

/** The load, the same for all servers: each connection sends its message again when it is back. */
final class EchoClientMain {

  /** Written when it is ready to measure, as it does when it is told to {@link #GO}. */
  static final String WARM = "warm";

  static final String GO = "go";

  private EchoClientMain() {}

  /**
   * Measures once, and waits to be killed.
   *
   * @param args the port, the number of connections, a message's bytes, ms to warm up, ms to
   *     measure
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    int port = Integer.parseInt(args[0]);
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    EventLoop loop = group.next();
    Echoes echoes = new Echoes();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      connect(loop, port, Integer.parseInt(args[2]), echoes);
    }
    Thread.sleep(Long.parseLong(args[3]));
    System.out.println(WARM);
    System.in.read();
    loop.submit(echoes::restart).get();
    do {
      // A server that stood still all the while says nothing of its speed.
      Thread.sleep(Long.parseLong(args[4]));
    } while (loop.submit(echoes::none).get());
    ResultLine.print(loop.submit(echoes::figures).get());
  }

  private static void connect(EventLoop loop, int port, int bytes, Echoes echoes)
      throws InterruptedException {
    ByteBuf message =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(EchoServerMain.LENGTH_BYTES + bytes)
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

  /** What came back since the start or the last restart; for the one event loop. */
  private static final class Echoes {

    private static final long LONGEST_NANOS = 60_000_000_000L;

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

    EchoFigures figures() {
      return EchoFigures.of(nanos, System.nanoTime() - start);
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
