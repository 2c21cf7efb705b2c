package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.core.time.Time;

/** Kills the process (SIGKILL), and starts it again. */
record KillFault(Node victim) implements Fault {

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    moments.signal();
    victim.kill();
    moments.exit();
    if (Poll.until(() -> !victim.accepts(), time)) {
      moments.portClosed();
    }
  }

  @Override
  public void heal(Time time) {
    victim.start();
  }
}
