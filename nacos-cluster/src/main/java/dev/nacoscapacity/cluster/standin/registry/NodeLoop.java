package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The thread of one run of a node. All tasks of the node pass through this loop, so that freezing
 * the loop stops all of them, and ending the loop drops all remaining ones.
 */
public final class NodeLoop implements Loop {

  private final Loop thread;
  private final Queue<Runnable> frozenTasks = new ArrayDeque<>();
  private volatile boolean frozen;
  private volatile int freezes;
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

  /** Runs the task like {@link #execute}, or {@code dropped} if the node has ended by then. */
  public void execute(Runnable task, Runnable dropped) {
    thread.execute(
        () -> {
          if (ended) {
            dropped.run();
          } else {
            run(task);
          }
        });
  }

  /** Runs the task at once, or when the node thaws. On the node's thread only. */
  public void run(Runnable task) {
    if (ended) {
      return;
    }
    if (frozen) {
      frozenTasks.add(task);
    } else {
      task.run();
    }
  }

  /** Keeps every task from now on. */
  public void freeze() {
    frozen = true;
    freezes++;
  }

  /** Runs the tasks that were kept, in order, and resumes. */
  public void thaw() {
    int thawed = freezes;
    thread.execute(
        () -> {
          if (thawed != freezes) {
            // It was frozen again meanwhile.
            return;
          }
          frozen = false;
          while (!frozenTasks.isEmpty() && !frozen) {
            run(frozenTasks.remove());
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
