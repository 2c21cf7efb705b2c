package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition by asking again and again. */
final class Poll {

  private static final Duration INTERVAL = Duration.ofMillis(200);

  private Poll() {}

  /**
   * @throws ClusterException with the message of {@code otherwise}, if the condition does not hold
   *     in time
   */
  static void until(BooleanSupplier condition, Duration limit, Supplier<String> otherwise) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      // Read before the condition: a thread that was stopped meanwhile asks once more.
      boolean late = System.nanoTime() - deadline > 0;
      if (condition.getAsBoolean()) {
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
