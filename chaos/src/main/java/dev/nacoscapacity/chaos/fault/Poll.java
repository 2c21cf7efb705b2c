package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for an effect that follows a fault within moments. */
final class Poll {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  private Poll() {}

  /**
   * Polls a condition, and returns whether it became true. An interrupt ends the wait, and the
   * thread stays interrupted.
   */
  static boolean until(BooleanSupplier condition, Time time) {
    long begun = time.nanos();
    try {
      while (!condition.getAsBoolean()) {
        if (time.nanos() - begun >= PATIENCE.toNanos()) {
          return false;
        }
        time.sleep(LOOK_AGAIN);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
