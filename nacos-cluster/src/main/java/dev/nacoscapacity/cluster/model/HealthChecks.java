package dev.nacoscapacity.cluster.model;

import java.util.concurrent.Executor;

/**
 * The few threads on which a node processes beats that it has answered, and checks expiry: where
 * they are late, instances that beat expire although no call is slow. Source: Nacos 1.4.1's {@code
 * HealthCheckReactor}, {@code GlobalExecutor.DEFAULT_THREAD_COUNT}.
 */
final class HealthChecks implements Executor {

  private final Processor machine;
  private final Threads threads;
  private final long work;

  /**
   * @param work of a beat or a check, in nanoseconds at reference speed
   */
  HealthChecks(Processor machine, Threads threads, long work) {
    this.machine = machine;
    this.threads = threads;
    this.work = work;
  }

  @Override
  public void execute(Runnable task) {
    threads.acquire(() -> machine.run(work, () -> done(task)));
  }

  private void done(Runnable task) {
    task.run();
    threads.release();
  }
}
