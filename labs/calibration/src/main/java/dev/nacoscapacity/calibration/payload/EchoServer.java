package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.harness.Loopback;
import dev.nacoscapacity.calibration.harness.Requests;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.CumulativeProtocolDecoder;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.filter.codec.ProtocolDecoderOutput;
import org.apache.mina.filter.codec.ProtocolEncoderAdapter;
import org.apache.mina.filter.codec.ProtocolEncoderOutput;
import org.apache.mina.filter.executor.ExecutorFilter;
import org.apache.mina.transport.socket.SocketSessionConfig;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;

/** Echo servers in one JVM, each with one thread for its sockets, on the JDK's selector. */
final class EchoServer {

  static final String NETTY = "netty";
  static final String MINA = "mina";

  /** One write, sent immediately: {@code TCP_NODELAY}. */
  static final String NO_DELAY = "no delay";

  /** One write, which the kernel may delay. */
  static final String NAGLE = "nagle";

  /** Two writes, the length and the rest, which the kernel may delay. */
  static final String NAGLE_TWICE = "nagle, two writes";

  /** Bytes of a fixed receive buffer, and the first of MINA's adaptive one. */
  private static final int BUFFER = 2048;

  /** Length of the prefix that contains the length of a message. */
  static final int LENGTH_BYTES = 4;

  private static final int LONGEST_MESSAGE = 1 << 20;
  private static final int POOL_THREADS = 16;

  private EchoServer() {}

  /**
   * How a server echoes.
   *
   * @param stack {@link #NETTY} or {@link #MINA}
   * @param pool whether a thread pool handles messages, instead of the event loop
   * @param adaptive whether the size of the receive buffer adapts to the received data
   * @param writes how an echo is written to the socket
   */
  record Setting(String stack, boolean pool, boolean adaptive, String writes) {}

  /** Opens a server for each setting on request. */
  public static void main(String[] args) {
    Requests.serve(
        Setting.class, setting -> setting.stack.equals(NETTY) ? netty(setting) : mina(setting));
  }

  private static int netty(Setting setting) {
    EventExecutorGroup executor = setting.pool ? new DefaultEventExecutorGroup(POOL_THREADS) : null;
    boolean twice = setting.writes.equals(NAGLE_TWICE);
    return Loopback.listen(
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, setting.writes.equals(NO_DELAY))
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                setting.adaptive
                    ? new AdaptiveRecvByteBufAllocator()
                    : new FixedRecvByteBufAllocator(BUFFER))
            .childHandler(
                Loopback.pipeline(
                    to -> to.addLast(frames()).addLast(executor, new NettyEcho(twice)))));
  }

  /** Splits received data into messages, including their lengths. */
  static LengthFieldBasedFrameDecoder frames() {
    return new LengthFieldBasedFrameDecoder(LONGEST_MESSAGE, 0, LENGTH_BYTES);
  }

  private static final class NettyEcho extends ChannelInboundHandlerAdapter {

    private final boolean twice;

    NettyEcho(boolean twice) {
      this.twice = twice;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (twice) {
        context.writeAndFlush(((ByteBuf) message).readRetainedSlice(LENGTH_BYTES));
      }
      context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // A client is killed after its measurement; its own figures report any other error.
      context.close();
    }
  }

  private static int mina(Setting setting) throws IOException {
    // The server lives until the process is killed.
    @SuppressWarnings("resource")
    NioSocketAcceptor acceptor = new NioSocketAcceptor(1);
    SocketSessionConfig session = acceptor.getSessionConfig();
    session.setTcpNoDelay(setting.writes.equals(NO_DELAY));
    if (!setting.adaptive) {
      session.setMinReadBufferSize(BUFFER);
      session.setReadBufferSize(BUFFER);
      session.setMaxReadBufferSize(BUFFER);
    }
    acceptor
        .getFilterChain()
        .addLast("messages", new ProtocolCodecFilter(new NoEncoder(), new Messages()));
    if (setting.pool) {
      acceptor.getFilterChain().addLast("pool", new ExecutorFilter(POOL_THREADS));
    }
    acceptor.setHandler(new MinaEcho(setting.writes.equals(NAGLE_TWICE)));
    acceptor.bind(new InetSocketAddress("127.0.0.1", 0));
    return acceptor.getLocalAddress().getPort();
  }

  /** Splits received data into messages, including their lengths. */
  private static final class Messages extends CumulativeProtocolDecoder {
    @Override
    protected boolean doDecode(IoSession session, IoBuffer in, ProtocolDecoderOutput out) {
      if (!in.prefixedDataAvailable(LENGTH_BYTES, LONGEST_MESSAGE)) {
        return false;
      }
      int length = LENGTH_BYTES + in.getInt(in.position());
      int limit = in.limit();
      in.limit(in.position() + length);
      out.write(IoBuffer.allocate(length).put(in).flip());
      in.limit(limit);
      return true;
    }
  }

  /** Everything written is bytes already. */
  private static final class NoEncoder extends ProtocolEncoderAdapter {
    @Override
    public void encode(IoSession session, Object message, ProtocolEncoderOutput out) {
      out.write(message);
    }
  }

  private static final class MinaEcho extends IoHandlerAdapter {

    private final boolean twice;

    MinaEcho(boolean twice) {
      this.twice = twice;
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
      IoBuffer whole = (IoBuffer) message;
      if (twice) {
        session.write(whole.getSlice(LENGTH_BYTES));
      }
      session.write(whole.slice());
    }

    @Override
    public void exceptionCaught(IoSession session, Throwable cause) {
      session.closeNow();
    }
  }
}
