package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for something that only asking again can tell. */
final class Poll {

  private static final Duration INTERVAL = Duration.ofMillis(200);

  private Poll() {}

  /**
   * @throws ClusterException with what {@code otherwise} says, if it is not so in time
   */
  static void until(BooleanSupplier so, Duration limit, Supplier<String> otherwise) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      // Before it is asked: who stood still meanwhile has not been told no.
      boolean late = System.nanoTime() - deadline > 0;
      if (so.getAsBoolean()) {
        return;
      }
      if (late) {
        throw new ClusterException(otherwise.get());
      }
      sleep(INTERVAL);
    }
  }

  static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while waiting for the cluster", e);
    }
  }

  /** Does what must be done although this thread was interrupted, which it stays. */
  static void uninterrupted(Runnable action) {
    boolean interrupted = Thread.interrupted();
    try {
      action.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
