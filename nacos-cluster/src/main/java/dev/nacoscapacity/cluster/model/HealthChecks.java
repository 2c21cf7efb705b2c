package dev.nacoscapacity.cluster.model;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The few threads on which a node processes answered beats and checks expiry: when these threads
 * are late, beating instances expire although no call is slow. Source: Nacos 1.4.1's {@code
 * HealthCheckReactor}, {@code GlobalExecutor.DEFAULT_THREAD_COUNT}.
 */
final class HealthChecks implements Executor {

  private final RunningNode node;
  private final Threads threads;
  private final LongSupplier work;

  /**
   * @param work gives the work of each beat or check, in nanoseconds at reference speed
   */
  HealthChecks(RunningNode node, Threads threads, LongSupplier work) {
    this.node = node;
    this.threads = threads;
    this.work = work;
  }

  @Override
  public void execute(Runnable task) {
    threads.acquire(new Check(task));
  }

  private final class Check implements Runnable {

    private final Runnable task;
    private boolean begun;

    Check(Runnable task) {
      this.task = task;
    }

    /** First begins, then ends. */
    @Override
    public void run() {
      if (node.holds(this)) {
        return;
      }
      if (begun) {
        task.run();
        threads.release();
      } else {
        begun = true;
        node.run(work.getAsLong(), this);
      }
    }
  }
}
