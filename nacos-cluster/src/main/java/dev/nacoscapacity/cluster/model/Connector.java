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
    new Stay(call).run();
  }

  /**
   * The stages of a call at the node, as {@link RunningNode#stage}: one object for all of them,
   * since most events of a run are such stages.
   */
  private final class Stay implements Runnable {

    private final ModelCall call;
    private int stage;

    Stay(ModelCall call) {
      this.call = call;
    }

    @Override
    public void run() {
      if (node.holds(this)) {
        return;
      }
      switch (stage++) {
        case 0 -> threads.acquire(this);
        case 1 -> node.serve(cost(call), this);
        default -> execute(call);
      }
    }
  }

  /** The work that a call costs on a warm node, in nanoseconds. */
  abstract long cost(ModelCall call);

  /** Executes a call that holds a thread, and answers it. */
  abstract void execute(ModelCall call);
}
