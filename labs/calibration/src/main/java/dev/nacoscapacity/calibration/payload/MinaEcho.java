package dev.nacoscapacity.calibration.payload;

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

/** The echo over Apache MINA. */
final class MinaEcho {

  private MinaEcho() {}

  /** Starts a server, and returns its port. */
  static int open(EchoSetting setting) throws IOException {
    // The server lives until the process is killed.
    @SuppressWarnings("resource")
    NioSocketAcceptor acceptor = new NioSocketAcceptor(1);
    SocketSessionConfig session = acceptor.getSessionConfig();
    session.setTcpNoDelay(setting.writes() == EchoSetting.Writes.NO_DELAY);
    if (!setting.adaptive()) {
      session.setMinReadBufferSize(EchoSetting.BUFFER);
      session.setReadBufferSize(EchoSetting.BUFFER);
      session.setMaxReadBufferSize(EchoSetting.BUFFER);
    }
    acceptor
        .getFilterChain()
        .addLast("messages", new ProtocolCodecFilter(new NoEncoder(), new Messages()));
    if (setting.executor()) {
      acceptor
          .getFilterChain()
          .addLast("executor", new ExecutorFilter(EchoSetting.EXECUTOR_THREADS));
    }
    acceptor.setHandler(new Echo(setting.writes() == EchoSetting.Writes.NAGLE_TWICE));
    acceptor.bind(new InetSocketAddress("127.0.0.1", 0));
    return acceptor.getLocalAddress().getPort();
  }

  /** Splits received data into messages, including their lengths. */
  private static final class Messages extends CumulativeProtocolDecoder {
    @Override
    protected boolean doDecode(IoSession session, IoBuffer in, ProtocolDecoderOutput out) {
      if (!in.prefixedDataAvailable(EchoSetting.LENGTH_BYTES, EchoSetting.LONGEST_MESSAGE)) {
        return false;
      }
      int length = EchoSetting.LENGTH_BYTES + in.getInt(in.position());
      int limit = in.limit();
      in.limit(in.position() + length);
      IoBuffer message = IoBuffer.allocate(length);
      message.put(in).flip();
      in.limit(limit);
      out.write(message);
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

  private static final class Echo extends IoHandlerAdapter {

    private final boolean twice;

    Echo(boolean twice) {
      this.twice = twice;
    }

    @Override
    public void messageReceived(IoSession session, Object message) {
      if (twice) {
        IoBuffer whole = (IoBuffer) message;
        session.write(whole.getSlice(EchoSetting.LENGTH_BYTES));
        session.write(whole.slice());
      } else {
        session.write(message);
      }
    }

    @Override
    public void exceptionCaught(IoSession session, Throwable cause) {
      // The client was killed; its own figures report that.
      session.closeNow();
    }
  }
}
