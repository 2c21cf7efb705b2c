package dev.nacoscapacity.calibration.server;

import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.simulator.observe.proc.ProcessUsage;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

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
  private static final Duration START = Duration.ofSeconds(60);

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

  /** What its process takes. */
  public ProcessUsage usage() {
    return process.usage();
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
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(), new AnswerHandler(delayMillis));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    System.out.println(LISTENING + ((InetSocketAddress) server.localAddress()).getPort());
  }
}
