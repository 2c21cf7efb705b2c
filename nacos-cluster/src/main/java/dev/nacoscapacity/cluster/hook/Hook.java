package dev.nacoscapacity.cluster.hook;

import dev.nacoscapacity.cluster.time.Time;
import java.time.Duration;
import java.util.Optional;

/** Something that others do for this process, and that is under way. */
public interface Hook {

  /** From one look at it to the next. */
  Duration LOOK = Duration.ofMillis(50);

  /** What it is, in words that begin a sentence. */
  String what();

  /** Whether it has ended, well or not. */
  boolean ended();

  /** Once it has ended, and asked once: why it did not end well; empty when it did. */
  Optional<String> failure();

  /** Ends it at once, or asks for it no longer. */
  void cancel();

  /**
   * Waits for its end. An interrupt does not cut it off, since what is half done is worse than
   * either; it remains.
   *
   * @param limit after which it is ended
   * @param meanwhile called at each look
   * @throws HookException when it fails, or takes longer
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

  /** Lets a look's time pass, and returns whether the thread was interrupted meanwhile. */
  private static boolean pause(Time time) {
    try {
      time.sleep(LOOK);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
