package dev.nacoscapacity.cluster.model;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A pool of a fixed number of threads, or of anything else that a caller holds for a while: who
 * comes when all are held waits in line. For one thread.
 *
 * <p>Sources: Tomcat's {@code ThreadPoolExecutor} (requests wait for one of 200 threads as long as
 * their connections are taken up; connections beyond {@code max-connections} wait in the kernel's
 * accept queue of 100); 1.4.1's {@code GlobalExecutor} of the naming module, whose max(1, cores /
 * 2) threads process beats and look for expired instances in one line without an end (NACOS.md, 2).
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
    if (max < 1 || queue < 0) {
      throw new IllegalArgumentException(max + " threads, queue of " + queue);
    }
    this.max = max;
    this.queue = queue;
  }

  /**
   * Takes a thread, now or when it is this one's turn; {@code go} then has it until {@link
   * #release}.
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

  /** Gives one back, to whoever has waited longest. */
  public void release() {
    if (busy == 0) {
      throw new IllegalStateException("no thread is held");
    }
    busy--;
    if (serving) {
      // Who was let go gave it back at once: the loop below goes on, and the stack does not grow.
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
