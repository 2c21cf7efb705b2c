package dev.nacoscapacity.core.time;

import java.util.concurrent.Executor;

/** Runs tasks one after the other, at once or later, always on the same thread. */
public interface EventThread extends Executor {

  /** Runs a task after a delay in nanoseconds, or immediately when it is 0 or less. */
  void after(long nanos, Runnable task);

  /** Whether the caller is on this thread, and may therefore run a task directly. */
  boolean isCurrent();
}
