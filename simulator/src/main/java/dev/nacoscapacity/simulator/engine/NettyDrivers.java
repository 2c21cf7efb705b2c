package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.transport.LoopThread;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Drivers on event loops of Netty, for calls over the network. */
public final class NettyDrivers implements Engine.Drivers {

  /** Creates the driver of one event loop. */
  public interface Maker {
    Driver create(EventLoop eventLoop, int loop, CallListener listener);
  }

  /** Prefix of thread names, by which CPU time of the fleet is identified. */
  private static final String THREADS = "fleet";

  private final EventLoopGroup group;
  private final List<LoopThread> threads = new ArrayList<>();
  private final Maker maker;

  public NettyDrivers(int loops, Maker maker) {
    this.group = NettyTransport.eventLoops(THREADS, loops);
    this.maker = maker;
    for (int i = 0; i < loops; i++) {
      threads.add(new LoopThread(group.next()));
    }
  }

  @Override
  public int loops() {
    return threads.size();
  }

  @Override
  public EventThread thread(int loop) {
    return threads.get(loop);
  }

  @Override
  public Driver create(int loop, CallListener listener) {
    return maker.create(threads.get(loop).loop(), loop, listener);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }
}
