package dev.nacoscapacity.chaos.trial;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Does several things at the same time. */
final class Parallel {

  private Parallel() {}

  /**
   * Runs each on a thread of its own, and finishes all of them even when this thread is interrupted
   * meanwhile: what was begun can be undone only then. The first failure is thrown at the end.
   */
  static void run(String name, List<Runnable> tasks) throws InterruptedException {
    List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    List<Thread> threads =
        tasks.stream().map(task -> new Thread(() -> attempt(task, failures), name)).toList();
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
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private static void attempt(Runnable task, List<RuntimeException> failures) {
    try {
      task.run();
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }
}
