package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** Netty's thread as a node's {@link Loop}; its time is monotonic, also when the clock is set. */
final class NettyLoop implements Loop {

  private final EventLoop loop;
  private final long bornMillis;
  private final long bornNanos = System.nanoTime();

  NettyLoop(EventLoop loop, InstantSource clock) {
    this.loop = loop;
    this.bornMillis = clock.millis();
  }

  @Override
  public long millis() {
    return bornMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - bornNanos);
  }

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void after(Duration delay, Runnable task) {
    loop.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
