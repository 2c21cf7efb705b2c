package dev.nacoscapacity.core.time;

import java.time.Duration;
import java.time.Instant;

/** The time of this machine. */
final class WallTime implements Time {

  static final Time INSTANCE = new WallTime();

  private WallTime() {}

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant timeOfDay() {
    return Instant.now();
  }

  @Override
  public boolean await(Signal signal, Duration atMost) throws InterruptedException {
    return signal.await(atMost.toNanos());
  }

  @Override
  public Fork fork(String name, Runnable task) {
    Signal end = new Signal("the end of " + name);
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } finally {
                end.raise();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return new Fork() {
      @Override
      public void interrupt() {
        thread.interrupt();
      }

      @Override
      public Signal end() {
        return end;
      }
    };
  }
}
