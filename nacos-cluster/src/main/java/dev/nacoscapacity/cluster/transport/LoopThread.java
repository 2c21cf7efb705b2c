package dev.nacoscapacity.cluster.transport;

import dev.nacoscapacity.core.time.EventThread;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** A Netty event loop's thread. */
public record LoopThread(EventLoop loop) implements EventThread {

  @Override
  public void execute(Runnable task) {
    loop.execute(task);
  }

  @Override
  public void after(long nanos, Runnable task) {
    loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean isCurrent() {
    return loop.inEventLoop();
  }
}
