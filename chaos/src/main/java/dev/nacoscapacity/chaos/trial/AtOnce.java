package dev.nacoscapacity.chaos.trial;

import java.util.List;

/** Does several things at the same time. */
final class AtOnce {

  private AtOnce() {}

  /**
   * Runs each on a thread of its own, and finishes all of them even when this thread is interrupted
   * meanwhile: what was begun can be undone only then.
   */
  static void run(String name, List<Runnable> tasks) throws InterruptedException {
    List<Thread> threads = tasks.stream().map(task -> new Thread(task, name)).toList();
    threads.forEach(Thread::start);
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }
}
