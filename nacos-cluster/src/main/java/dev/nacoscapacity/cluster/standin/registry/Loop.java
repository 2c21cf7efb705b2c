package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.core.time.EventThread;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The one thread of a node, and its clock; tests drive both by hand. */
public interface Loop {

  /**
   * A loop on a thread with a clock of its own.
   *
   * @param millis its clock, milliseconds since the epoch; does not go back
   */
  static Loop on(EventThread thread, LongSupplier millis) {
    return new Loop() {
      @Override
      public long millis() {
        return millis.getAsLong();
      }

      @Override
      public void execute(Runnable task) {
        thread.execute(task);
      }

      @Override
      public void after(Duration delay, Runnable task) {
        thread.after(delay.toNanos(), task);
      }
    };
  }

  /** Milliseconds since the epoch. */
  long millis();

  /** Runs the task on this thread, after what is already waiting there. */
  void execute(Runnable task);

  /** Runs the task on this thread when the delay has passed. */
  void after(Duration delay, Runnable task);
}
