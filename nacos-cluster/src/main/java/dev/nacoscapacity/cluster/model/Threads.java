package dev.nacoscapacity.cluster.model;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A pool with a fixed number of threads, or of another resource: a caller that finds all of them in
 * use waits in a queue. For one thread.
 *
 * <p>Sources: Tomcat's {@code ThreadPoolExecutor} (requests wait for one of 200 threads as long as
 * their connections are taken up; connections beyond {@code max-connections} wait in the kernel's
 * accept queue of 100); 1.4.1's {@code GlobalExecutor} of the naming module, whose max(1, cores /
 * 2) threads process beats and check for expired instances with one unbounded queue.
 */
public final class Threads {

  private final int max;
  private final int queue;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int busy;
  private boolean serving;

  /**
   * @param max 1 or more
   * @param queue how many may wait, 0 or more
   */
  public Threads(int max, int queue) {
    this.max = max;
    this.queue = queue;
  }

  /**
   * Acquires a thread, now or in turn; {@code go} then holds the thread until {@link #release}.
   *
   * @return false, and {@code go} never runs, when the queue is full
   */
  public boolean acquire(Runnable go) {
    if (busy < max && waiting.isEmpty()) {
      busy++;
      go.run();
      return true;
    }
    if (waiting.size() >= queue) {
      return false;
    }
    waiting.add(go);
    return true;
  }

  /** Returns a thread, and passes it to the longest waiting caller. */
  public void release() {
    if (busy == 0) {
      throw new IllegalStateException("no thread is held");
    }
    busy--;
    if (serving) {
      // The caller returned the thread immediately: the loop below continues, so that the stack
      // does not grow.
      return;
    }
    serving = true;
    while (busy < max && !waiting.isEmpty()) {
      busy++;
      waiting.poll().run();
    }
    serving = false;
  }

  public int busy() {
    return busy;
  }

  public int waiting() {
    return waiting.size();
  }
}
