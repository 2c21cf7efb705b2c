package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.core.time.Time;

/**
 * Stops the process (SIGSTOP), and resumes it (SIGCONT). The node's port still accepts connections,
 * since the kernel does that.
 */
record PauseFault(Node victim) implements Fault {

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    moments.signal();
    victim.pause();
    if (Poll.until(() -> victim.state() == NodeState.PAUSED, time)) {
      moments.exit();
    }
  }

  @Override
  public void heal(Time time) {
    victim.resume();
  }
}
