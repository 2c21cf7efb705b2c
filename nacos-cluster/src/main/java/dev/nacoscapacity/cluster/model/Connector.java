package dev.nacoscapacity.cluster.model;

/**
 * Where a running node takes calls of one protocol: a call waits for one of the threads, does its
 * work on the machine's processor, and has its effect at the end of the work.
 */
abstract class Connector {

  final RunningNode node;

  /** The threads for requests. */
  final Threads threads;

  Connector(RunningNode node, Threads threads) {
    this.node = node;
    this.threads = threads;
  }

  /** A call has arrived; one that finds the queue for threads full is never answered. */
  final void serve(ModelCall call) {
    Runnable worked = node.stage(() -> execute(call));
    Runnable admitted = node.stage(() -> node.serve(cost(call), worked));
    node.stage(() -> threads.acquire(admitted)).run();
  }

  /** The work that a call costs on a warm node, in nanoseconds. */
  abstract long cost(ModelCall call);

  /** Executes a call that holds a thread, and answers it. */
  abstract void execute(ModelCall call);
}
