package dev.nacoscapacity.cluster.hook;

import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.Optional;

/** An action that runs outside of this process, such as a command, and is in progress. */
public interface Hook {

  /** Polling interval. */
  Duration LOOK = Duration.ofMillis(50);

  /** A description that can begin a sentence. */
  String what();

  /** Whether the action has ended, successfully or not. */
  boolean ended();

  /** Why the action failed; empty when it succeeded. To be called once, after the end. */
  Optional<String> failure();

  /** Cancels the action, or withdraws the request. */
  void cancel();

  /**
   * Waits for the end of the action. An interrupt does not cancel it, since a half-completed action
   * is worse than either outcome; the thread stays interrupted.
   *
   * @param limit after which the action is cancelled
   * @param meanwhile called at each poll
   * @throws HookException when the action fails, or takes longer
   */
  default void await(Duration limit, Time time, Runnable meanwhile) {
    boolean interrupted = Thread.interrupted();
    try {
      long begun = time.nanos();
      while (!ended()) {
        if (time.nanos() - begun >= limit.toNanos()) {
          cancel();
          throw new HookException(
              "%s was not done within %.0f s and was given up"
                  .formatted(what(), limit.toMillis() / 1e3));
        }
        meanwhile.run();
        interrupted |= pause(time);
      }
      Optional<String> failure = failure();
      if (failure.isPresent()) {
        throw new HookException(what() + " " + failure.get());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sleeps for one polling interval, and returns whether the thread was interrupted meanwhile. */
  private static boolean pause(Time time) {
    try {
      time.sleep(LOOK);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
