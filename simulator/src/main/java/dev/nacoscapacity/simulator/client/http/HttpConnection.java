package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import dev.nacoscapacity.simulator.client.HttpAnswer;
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
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** A TCP connection to a node, optionally with TLS. */
final class HttpConnection extends ChannelInboundHandlerAdapter implements NodeConnection {

  private final NodePool pool;
  private final HttpWire wire;
  private final InetSocketAddress address;
  private final SslHandler tls;
  private final ResponseParser parser = new ResponseParser();
  private final HttpAnswer answer;

  private Channel channel;
  private Call call;
  private long deadline;
  private int requests;

  /** Whether the server has closed its end. */
  private boolean inputEnded;

  private boolean closed;

  /** Received bytes that a slow client has not read yet; null while no read is delayed. */
  private Deque<ByteBuf> unread;

  /**
   * @param tls null for plaintext
   * @param first the call to send once connected
   */
  HttpConnection(
      NodePool pool, HttpWire wire, InetSocketAddress address, SslHandler tls, Call first) {
    this.pool = pool;
    this.wire = wire;
    this.answer = new HttpAnswer(wire.settings.api(), wire.settings.longPoll());
    this.address = address;
    this.tls = tls;
    this.call = first;
  }

  @Override
  public void connect() {
    ChannelFuture connecting = wire.bootstrap().handler(this).connect(address);
    channel = connecting.channel();
    // If no socket can be created for lack of descriptors, Netty notifies on another thread.
    connecting.addListener(future -> wire.onEventLoop(() -> connected(future.cause())));
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
      tls.handshakeFuture().addListener(future -> ready(future.cause()));
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
    // A failed write ends the call synchronously, and may even have started another.
    if (call == next) {
      // On the event loop's thread the flush is complete: a request fits any socket buffer.
      next.markWritten(System.nanoTime());
      deadline = next.written + wire.settings.timeout(next);
      wire.listener.written(next);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    if (unread != null) {
      unread.addLast(in);
      return;
    }
    long delay = call != null && parser.untouched() ? call.readingDelay(wire.fleet) : 0;
    if (delay > 0) {
      unread = new ArrayDeque<>();
      unread.addLast(in);
      channel.config().setAutoRead(false);
      wire.eventLoop.schedule(this::readUnread, delay, TimeUnit.NANOSECONDS);
    } else {
      read(in);
    }
  }

  /** Ends the delay of a slow client: reads the bytes received so far, and resumes reading. */
  private void readUnread() {
    Deque<ByteBuf> received = unread;
    unread = null;
    if (received != null) {
      received.forEach(this::read);
      if (inputEnded) {
        endInput();
      } else {
        channel.config().setAutoRead(true);
      }
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
    if (parser.isDone()) {
      finish();
    }
  }

  private void finish() {
    Call endedCall = call;
    endedCall.answered = System.nanoTime();
    String failure = answer.finish(parser.status(), parser.encoded(), parser::server);
    call = null;
    boolean reusable = parser.keepAlive();
    if (!reusable) {
      closed = true;
      channel.close();
    }
    pool.released(this, endedCall, failure, reusable);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    inputEnded = true;
    // A slow client has not read to the end yet.
    if (unread == null) {
      endInput();
    }
  }

  private void endInput() {
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
    // Before the request is written, the connect timeout applies.
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
    boolean unanswered = unread == null && parser.untouched();
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
    pool.lost(this, lost, reason, byServer && requests > 1 && unanswered);
  }
}
