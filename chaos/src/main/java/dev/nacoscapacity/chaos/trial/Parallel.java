package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.core.time.Forked;
import dev.nacoscapacity.core.time.Time;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs several tasks at the same time. */
final class Parallel {

  private Parallel() {}

  /**
   * Runs each task on a thread of its own, and finishes all of them even when this thread is
   * interrupted meanwhile, since a fault can only be healed after its injection has finished. The
   * first failure is thrown at the end.
   */
  static void run(Time time, String name, List<Runnable> tasks) throws InterruptedException {
    List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    List<Forked> forks =
        tasks.stream().map(task -> time.fork(name, () -> attempt(task, failures))).toList();
    boolean interrupted = false;
    for (Forked fork : forks) {
      while (!fork.done().isRaised()) {
        try {
          time.await(fork.done());
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
    } catch (Error e) {
      failures.add(new ClusterException("cannot break a node: " + e, e));
    }
  }
}
