package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.time.Time;

/** Kills the process (SIGKILL), and starts it with another version. */
record UpgradeFault(Node victim, ServerVersion to) implements Fault {

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    new KillFault(victim).inject(moments, time);
    // A trial that is stopped here starts the node with its old version.
    if (!moments.stopping()) {
      victim.install(to);
    }
  }

  @Override
  public void heal(Time time) {
    victim.start();
  }
}
