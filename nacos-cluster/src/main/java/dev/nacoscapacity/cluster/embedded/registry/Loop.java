package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;

/** The one thread of a node, and its clock; tests drive both by hand. */
public interface Loop {

  /** Milliseconds since the epoch. */
  long millis();

  /** Runs the task on this thread, after what is already waiting there. */
  void execute(Runnable task);

  /** Runs the task on this thread when the delay has passed. */
  void after(Duration delay, Runnable task);
}
