package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.net.ssl.SSLException;

/** One connection to a node over a socket. */
final class HttpConnection extends ChannelInboundHandlerAdapter implements NodeConnection {

  private final NodePool pool;
  private final HttpWire wire;
  private final InetSocketAddress address;
  private final SslHandler tls;
  private final ResponseParser parser = new ResponseParser();
  private final AnswerReader answer;

  private Channel channel;
  private Call call;
  private long deadline;
  private int requests;
  private boolean closed;

  /** What has come of an answer that a slow client has yet to read; null for other answers. */
  private Deque<ByteBuf> unread;

  /**
   * @param tls null for a plain connection
   * @param first the call that the connection is opened for
   */
  HttpConnection(
      NodePool pool, HttpWire wire, InetSocketAddress address, SslHandler tls, Call first) {
    this.pool = pool;
    this.wire = wire;
    this.answer = wire.answers();
    this.address = address;
    this.tls = tls;
    this.call = first;
  }

  @Override
  public void connect() {
    ChannelFuture connecting = wire.bootstrap().handler(this).connect(address);
    channel = connecting.channel();
    // Where no socket could be had (descriptors!) Netty tells it on a thread of its own.
    connecting.addListener(done -> wire.onEventLoop(() -> connected(done.cause())));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    if (tls != null) {
      context.pipeline().addFirst(tls);
    }
  }

  private void connected(Throwable failure) {
    if (failure != null || tls == null) {
      ready(failure);
    } else {
      tls.handshakeFuture().addListener(done -> ready(done.cause()));
    }
  }

  private void ready(Throwable failure) {
    if (failure != null) {
      lose(ConnectFailure.reason(failure), false);
    } else if (call != null) {
      send(call);
    }
  }

  @Override
  public void send(Call next) {
    call = next;
    requests++;
    parser.reset();
    answer.begin(next);
    ByteBuf request = wire.encode(next, channel.alloc());
    channel.writeAndFlush(request, channel.voidPromise());
    // A write that fails ends the call at once, and it may be another one already.
    if (call == next) {
      // On the event loop's own thread the flush is done; a request fits any socket's buffer.
      next.markWritten(System.nanoTime());
      deadline = next.written + wire.timeout(next.operation);
      wire.written(next);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    if (unread != null) {
      unread.addLast(in);
      return;
    }
    long late = call != null && parser.untouched() ? wire.readingDelay(call) : 0;
    if (late > 0) {
      unread = new ArrayDeque<>();
      unread.addLast(in);
      channel.config().setAutoRead(false);
      wire.after(late, this::readLate);
    } else {
      read(in);
    }
  }

  /** A slow client reads what has come, and goes on as others do. */
  private void readLate() {
    Deque<ByteBuf> come = unread;
    unread = null;
    if (come != null) {
      come.forEach(this::read);
      channel.config().setAutoRead(true);
    }
  }

  private void read(ByteBuf in) {
    try {
      while (in.isReadable() && !closed) {
        int length = Math.min(in.readableBytes(), wire.scratch.length);
        in.readBytes(wire.scratch, 0, length);
        read(wire.scratch, length);
      }
    } finally {
      in.release();
    }
  }

  private void read(byte[] bytes, int length) {
    if (call == null) {
      lose("unasked answer", false);
      return;
    }
    try {
      int used = parser.parse(bytes, 0, length, answer);
      if (used < length) {
        throw new IllegalStateException("more than one answer");
      }
    } catch (IllegalStateException e) {
      lose("malformed answer", false);
      return;
    }
    if (parser.done()) {
      finish();
    }
  }

  private void finish() {
    Call done = call;
    done.answered = System.nanoTime();
    String failure = answer.finish(parser.status(), parser.encoded());
    call = null;
    boolean reusable = parser.keepAlive();
    if (!reusable) {
      closed = true;
      channel.close();
    }
    pool.released(this, done, failure, reusable);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    readLate();
    if (call != null && !parser.untouched() && parser.endOfInput()) {
      finish();
    } else {
      lose("connection closed", true);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
      lose("connection reset", true);
    } else {
      lose("internal error (" + cause.getClass().getSimpleName() + ")", false);
    }
  }

  @Override
  public void expire(long now) {
    // Until the request is written, the connect timeout watches.
    if (call != null && requests > 0 && now - deadline > 0) {
      lose("timed out", false);
    }
  }

  @Override
  public void lose(String reason, boolean byServer) {
    if (closed) {
      return;
    }
    closed = true;
    if (unread != null) {
      unread.forEach(ByteBuf::release);
      unread = null;
    }
    if (channel.isRegistered()) {
      channel.close();
    }
    Call lost = call;
    call = null;
    if (lost != null) {
      lost.answered = System.nanoTime();
    }
    pool.lost(this, lost, reason, byServer && requests > 1 && parser.untouched());
  }
}
