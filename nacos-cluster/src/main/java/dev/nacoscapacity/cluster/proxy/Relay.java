package dev.nacoscapacity.cluster.proxy;

import io.netty.buffer.ByteBuf;
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
 * next. A chunk that finds a black hole waits for better weather, as TCP would send it again. Both
 * directions of a connection are on one event loop.
 */
final class Relay extends ChannelInboundHandlerAdapter {

  private static final long LOOK_AGAIN_MS = 100;

  /** So much may be under way before reading waits. */
  private static final int MOST_PENDING_BYTES = 1 << 20;

  /** A chunk, or the end of the stream when it is null; and when it may leave. */
  private record Parcel(ByteBuf bytes, long leaves) {}

  private final DuplexChannel to;
  private final Supplier<Weather> weather;
  private final Pace pace =
      new Pace(() -> ThreadLocalRandom.current().nextDouble(), System.nanoTime());
  private final Deque<Parcel> parcels = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private int pending;
  private boolean waking;

  /** Nothing more will come; to read on would be an error. */
  private boolean ended;

  Relay(DuplexChannel to, Supplier<Weather> weather) {
    this.to = to;
    this.weather = weather;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    added.read();
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
        to.flush();
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

  private void readOn() {
    if (!ended && pending < MOST_PENDING_BYTES) {
      context.read();
    }
  }

  private void end() {
    drop();
    to.shutdownOutput()
        .addListener(
            ended -> {
              if (to.isInputShutdown() || !context.channel().isActive()) {
                to.close();
              }
            });
  }

  private boolean mayLeave(Parcel parcel) {
    return weather.get().passing() == Weather.Passing.OPEN
        && System.nanoTime() - parcel.leaves() >= 0;
  }

  private void wakeFor(Parcel parcel) {
    if (waking) {
      return;
    }
    waking = true;
    long wait =
        weather.get().passing() == Weather.Passing.OPEN
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
    to.config().setOption(ChannelOption.SO_LINGER, 0);
    to.close();
    from.close();
  }
}
