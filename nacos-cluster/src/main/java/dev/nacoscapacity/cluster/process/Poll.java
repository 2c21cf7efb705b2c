package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition by polling. */
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
      // Read before the condition, so that a thread that was suspended meanwhile checks once more.
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

  /** Runs an action even if this thread is interrupted; restores the interrupt flag afterwards. */
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
