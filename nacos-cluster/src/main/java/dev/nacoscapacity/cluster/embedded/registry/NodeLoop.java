package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One life of a node on its thread: everything the node does passes through here, so that freezing
 * it stops all of it and ending it drops the rest.
 */
public final class NodeLoop implements Loop {

  private final Loop thread;
  private final Queue<Runnable> held = new ArrayDeque<>();
  private volatile boolean frozen;
  private volatile boolean ended;

  public NodeLoop(Loop thread) {
    this.thread = thread;
  }

  @Override
  public long millis() {
    return thread.millis();
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(() -> run(task));
  }

  @Override
  public void after(Duration delay, Runnable task) {
    thread.after(delay, () -> run(task));
  }

  /** Runs the task like {@link #execute}, or {@code dropped} if this life is over by then. */
  void execute(Runnable task, Runnable dropped) {
    thread.execute(
        () -> {
          if (ended) {
            dropped.run();
          } else {
            run(task);
          }
        });
  }

  private void run(Runnable task) {
    if (ended) {
      return;
    }
    if (frozen) {
      held.add(task);
    } else {
      task.run();
    }
  }

  /** Holds back every task from now on. */
  public void freeze() {
    frozen = true;
  }

  /** Runs what was held back, in order, and goes on. */
  public void thaw() {
    thread.execute(
        () -> {
          frozen = false;
          while (!held.isEmpty() && !frozen) {
            run(held.remove());
          }
        });
  }

  /** Drops every task, for good. */
  public void end() {
    ended = true;
  }

  public boolean frozen() {
    return frozen;
  }
}
