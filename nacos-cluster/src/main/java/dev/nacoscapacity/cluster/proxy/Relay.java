package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One direction of a connection: reads a chunk, lets it leave when the weather allows, reads the
 * next unless the other side is slow to take what it was sent. A chunk that finds a black hole
 * waits for better weather, as TCP would send it again. All of it runs on the event loop of the
 * side that is read; the other side may have another.
 */
final class Relay extends ChannelInboundHandlerAdapter {

  private static final long LOOK_AGAIN_MS = 100;

  /** So much may be under way before reading waits. */
  private static final int MOST_PENDING_BYTES = 1 << 20;

  /** A chunk, or the end of the stream when it is null; and when it may leave. */
  private record Parcel(ByteBuf bytes, long leaves) {}

  private final DuplexChannel to;
  private final Supplier<NetworkConditions> weather;
  private final LinkPacer pace =
      new LinkPacer(() -> ThreadLocalRandom.current().nextDouble(), System.nanoTime());
  private final Deque<Parcel> parcels = new ArrayDeque<>();
  private Relay back;

  /** Read by the other side's thread, too. */
  private volatile ChannelHandlerContext context;

  private int pending;
  private boolean waking;

  /** Nothing more will come. */
  private boolean ended;

  private Relay(DuplexChannel to, Supplier<NetworkConditions> weather) {
    this.to = to;
    this.weather = weather;
  }

  /**
   * Lets two open connections, neither of which is read yet, be one.
   *
   * @param early in the first one's pipeline
   */
  static void join(
      DuplexChannel one,
      PendingReads early,
      DuplexChannel other,
      Supplier<NetworkConditions> weather) {
    Relay there = new Relay(other, weather);
    Relay back = new Relay(one, weather);
    there.back = back;
    back.back = there;
    other.pipeline().addLast(back);
    early.giveWayTo(there, other::close);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    readOn();
    // It may have waited for this side, which could not tell it before.
    wakeTheOther();
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    pending += bytes.readableBytes();
    add(bytes, bytes.readableBytes());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    readOn();
  }

  /** The stream has ended: what was read before goes first, and answers may still come. */
  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ended = true;
      add(null, 0);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    ended = true;
    add(null, 0);
  }

  /** This side takes more again: who writes to it may read on. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) {
    if (from.channel().isWritable()) {
      wakeTheOther();
    }
  }

  private void wakeTheOther() {
    ChannelHandlerContext reader = back.context;
    if (reader != null) {
      reader.executor().execute(back::readOn);
    }
  }

  private void add(ByteBuf bytes, int size) {
    parcels.addLast(new Parcel(bytes, pace.leave(weather.get(), size, System.nanoTime())));
    send();
  }

  private void send() {
    if (!to.isActive()) {
      drop();
      return;
    }
    boolean wrote = false;
    while (!parcels.isEmpty() && mayLeave(parcels.peekFirst())) {
      Parcel parcel = parcels.pollFirst();
      if (parcel.bytes() == null) {
        end();
        return;
      }
      pending -= parcel.bytes().readableBytes();
      to.write(parcel.bytes());
      wrote = true;
    }
    if (wrote) {
      to.flush();
      readOn();
    }
    if (!parcels.isEmpty()) {
      wakeFor(parcels.peekFirst());
    }
  }

  /** Not after the end, though it be on its way here still: that closes the connection. */
  private void readOn() {
    if (!inputEnded() && pending < MOST_PENDING_BYTES && to.isWritable()) {
      context.read();
    }
  }

  private boolean inputEnded() {
    return ended || ((DuplexChannel) context.channel()).isInputShutdown();
  }

  private void end() {
    drop();
    // Bytes which the socket has not taken yet would be lost by a shutdown.
    to.writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(flushed -> to.shutdownOutput().addListener(done -> closeIfBothEnded()));
  }

  private void closeIfBothEnded() {
    if (to.isInputShutdown() || !context.channel().isActive()) {
      to.close();
    }
  }

  private boolean mayLeave(Parcel parcel) {
    return weather.get().passing() == NetworkConditions.Passing.OPEN
        && System.nanoTime() - parcel.leaves() >= 0;
  }

  private void wakeFor(Parcel parcel) {
    if (waking) {
      return;
    }
    waking = true;
    long wait =
        weather.get().passing() == NetworkConditions.Passing.OPEN
            ? Math.max(0, parcel.leaves() - System.nanoTime())
            : TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MS);
    context
        .executor()
        .schedule(
            () -> {
              waking = false;
              send();
            },
            wait,
            TimeUnit.NANOSECONDS);
  }

  private void drop() {
    parcels.forEach(parcel -> ReferenceCountUtil.release(parcel.bytes()));
    parcels.clear();
  }

  /** A reset on one side is a reset on the other. */
  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    if (to.isOpen()) {
      to.config().setOption(ChannelOption.SO_LINGER, 0);
      to.close();
    }
    from.close();
  }
}
