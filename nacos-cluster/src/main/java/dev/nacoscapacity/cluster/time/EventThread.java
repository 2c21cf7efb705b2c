package dev.nacoscapacity.cluster.time;

import java.util.concurrent.Executor;

/** Runs tasks one after the other, at once or later, always on the same thread. */
public interface EventThread extends Executor {

  /** Runs a task after so many nanoseconds, or at once where that is 0 or less. */
  void after(long nanos, Runnable task);

  /** Whether the caller is on this thread, and so may do at once what it would have run here. */
  boolean isCurrent();
}
