package dev.nacoscapacity.cluster.model;

/**
 * The cores of one machine. Whatever runs on the machine shares them: its nodes, their background
 * work and, on a laboratory machine, the load generator (docs/results.md: five nodes and the
 * generator on two cores). For one thread.
 */
public interface Processor {

  /**
   * Does some work and says so when it is done, never before this call has returned. Work that was
   * begun is done to its end; whoever has died meanwhile ignores that.
   *
   * @param work in nanoseconds of one core at reference speed, 0 or more
   */
  void run(long work, Runnable done);

  /** The time that all cores together have worked so far, in nanoseconds of this machine. */
  long busyNanos();

  int cores();
}
