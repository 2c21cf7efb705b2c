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
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One direction of a connection: reads a chunk, forwards it when the network conditions allow, and
 * reads the next one unless the other side is slow to receive. A chunk in a black hole waits for
 * better conditions, as TCP would retransmit it. All of it runs on the proxy's one event loop.
 */
final class Relay extends ChannelInboundHandlerAdapter {

  /** How soon a pending chunk follows a change of the conditions. */
  private static final long CONDITIONS_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Reading waits while more is pending. */
  private static final int MAX_PENDING_BYTES = 1 << 20;

  /**
   * The data of one read.
   *
   * @param bytes null for the end of the stream
   * @param arrived when it was read, in nanoseconds
   */
  private record Chunk(ByteBuf bytes, long arrived) {

    int size() {
      return bytes == null ? 0 : bytes.readableBytes();
    }
  }

  private final Supplier<NetworkConditions> conditions;
  private final Deque<Chunk> chunks = new ArrayDeque<>();

  /** The other side; null until it is connected. */
  private DuplexChannel to;

  /** The other direction. */
  private Relay back;

  private ChannelHandlerContext context;

  private int pending;
  private boolean scheduled;

  /** Nothing more will be read. */
  private boolean ended;

  Relay(Supplier<NetworkConditions> conditions) {
    this.conditions = conditions;
  }

  /**
   * Joins the client, whose pipeline has this relay, with the node, which is connected and not read
   * yet. Epoll may have read what the client sent, when the client has ended its stream already.
   */
  void join(DuplexChannel client, DuplexChannel node) {
    Relay answers = new Relay(conditions);
    answers.to = client;
    answers.back = this;
    // Immediately, since epoll may read the node's data if the node has already ended its stream.
    node.pipeline().addLast(answers);
    client
        .eventLoop()
        .execute(
            () -> {
              if (!client.isActive()) {
                node.close();
                return;
              }
              to = node;
              back = answers;
              send();
              readOn();
            });
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    readOn();
    // The other direction may have waited for this side, which could not wake it before.
    wakeTheOther();
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    pending += bytes.readableBytes();
    add(bytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext from) {
    readOn();
  }

  /** The stream has ended: earlier chunks are sent first, and answers may still arrive. */
  @Override
  public void userEventTriggered(ChannelHandlerContext from, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      ended = true;
      add(null);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    ended = true;
    add(null);
  }

  /** This side is writable again: the other direction may continue reading. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) {
    if (from.channel().isWritable()) {
      wakeTheOther();
    }
  }

  private void wakeTheOther() {
    if (back != null && back.context != null) {
      back.context.executor().execute(back::readOn);
    }
  }

  private void add(ByteBuf bytes) {
    chunks.addLast(new Chunk(bytes, System.nanoTime()));
    send();
  }

  private void send() {
    if (to == null && context.channel().isActive()) {
      return;
    }
    if (to == null || !to.isActive()) {
      drop();
      return;
    }
    boolean wrote = false;
    while (!chunks.isEmpty() && wait(chunks.peekFirst()) <= 0) {
      Chunk chunk = chunks.pollFirst();
      if (chunk.bytes() == null) {
        end();
        return;
      }
      pending -= chunk.size();
      to.write(chunk.bytes());
      wrote = true;
    }
    if (wrote) {
      to.flush();
      readOn();
    }
    if (!chunks.isEmpty()) {
      schedule(chunks.peekFirst());
    }
  }

  /** A read after the end of the stream would close the connection. */
  private void readOn() {
    if (to != null && !inputEnded() && pending < MAX_PENDING_BYTES && to.isWritable()) {
      context.read();
    }
  }

  private boolean inputEnded() {
    return ended || ((DuplexChannel) context.channel()).isInputShutdown();
  }

  private void end() {
    drop();
    // A shutdown would lose bytes that the socket has not accepted yet.
    to.writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(flushed -> to.shutdownOutput().addListener(future -> closeIfBothEnded()));
  }

  private void closeIfBothEnded() {
    if (to.isInputShutdown() || !context.channel().isActive()) {
      to.close();
    }
  }

  /** How long a chunk has to stay at least, in nanoseconds; 0 or less when it may leave. */
  private long wait(Chunk chunk) {
    NetworkConditions now = conditions.get();
    return now.passing() == NetworkConditions.Passage.OPEN
        ? Math.min(
            chunk.arrived() + now.latency().toNanos() - System.nanoTime(), CONDITIONS_POLL_NANOS)
        : CONDITIONS_POLL_NANOS;
  }

  private void schedule(Chunk chunk) {
    if (scheduled) {
      return;
    }
    scheduled = true;
    context
        .executor()
        .schedule(
            () -> {
              scheduled = false;
              send();
            },
            Math.max(0, wait(chunk)),
            TimeUnit.NANOSECONDS);
  }

  private void drop() {
    chunks.forEach(chunk -> ReferenceCountUtil.release(chunk.bytes()));
    chunks.clear();
  }

  /** A reset on one side is a reset on the other. */
  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    if (to != null && to.isOpen()) {
      to.config().setOption(ChannelOption.SO_LINGER, 0);
      to.close();
    }
    from.close();
  }
}
