package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.core.time.Time;
import java.util.function.BiConsumer;

/** A fault that this process injects and heals itself. */
record NodeFault(FaultKind kind, String node, BiConsumer<Moments, Time> injection, Runnable healing)
    implements Fault {

  @Override
  public void inject(Moments moments, Time time) {
    moments.signal();
    injection.accept(moments, time);
  }

  @Override
  public void heal(Time time) {
    healing.run();
  }
}
