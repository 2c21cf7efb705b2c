package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** SIGSTOP, and SIGCONT. The node's port goes on taking connections: the kernel does that. */
record PauseFault(Node victim) implements Fault {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments) {
    moments.signal();
    victim.pause();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    do {
      if (victim.state() == NodeState.PAUSED) {
        moments.exit();
        return;
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    } while (System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted());
  }

  @Override
  public void heal() {
    victim.resume();
  }
}
