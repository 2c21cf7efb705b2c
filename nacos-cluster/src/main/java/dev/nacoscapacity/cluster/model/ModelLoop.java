package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.Loop;
import dev.nacoscapacity.cluster.time.VirtualTime;
import java.time.Duration;

/** A node's thread in virtual time. */
record ModelLoop(VirtualTime time) implements Loop {

  @Override
  public long millis() {
    return time.timeOfDay().toEpochMilli();
  }

  @Override
  public void execute(Runnable task) {
    time.execute(task);
  }

  @Override
  public void after(Duration delay, Runnable task) {
    time.after(delay.toNanos(), task);
  }
}
