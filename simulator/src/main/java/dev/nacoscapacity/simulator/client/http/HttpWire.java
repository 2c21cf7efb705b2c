package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;

/** What the connections of one event loop share: settings, buffers, and the way to open one. */
final class HttpWire {

  /** Most list answers (88 hosts, 22 KB) arrive in one read. */
  private static final int RECEIVE_BYTES = 32 * 1024;

  private final EventLoop eventLoop;
  private final RequestWriter writer;
  private final HttpSettings settings;
  private final CallListener listener;
  private final Bootstrap bootstrap;

  /** Where received bytes are copied to, since array access is the JIT's fastest. */
  final byte[] scratch = new byte[RECEIVE_BYTES];

  HttpWire(
      EventLoop eventLoop, RequestWriter writer, HttpSettings settings, CallListener listener) {
    this.eventLoop = eventLoop;
    this.writer = writer;
    this.settings = settings;
    this.listener = listener;
    this.bootstrap =
        new Bootstrap()
            .group(eventLoop)
            .channel(NettyTransport.socket())
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .option(ChannelOption.TCP_NODELAY, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                Math.toIntExact(settings.connectTimeout().toMillis()));
  }

  Bootstrap bootstrap() {
    return bootstrap.clone(eventLoop);
  }

  /** Runs a task on the event loop: at once when called there. */
  void onEventLoop(Runnable task) {
    if (eventLoop.inEventLoop()) {
      task.run();
    } else {
      eventLoop.execute(task);
    }
  }

  ByteBuf encode(Call call, ByteBufAllocator allocator) {
    ByteBuf request = allocator.directBuffer(1024);
    writer.write(call, request);
    return request;
  }

  void written(Call call) {
    listener.written(call);
  }

  /** How long an attempt may take, in nanoseconds. */
  long timeout(Operation operation) {
    return operation == Operation.LISTEN
        ? settings.longPoll().toNanos() * 3 / 2
        : settings.callTimeout().toNanos();
  }
}
