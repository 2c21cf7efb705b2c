package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.time.EventThread;
import dev.nacoscapacity.cluster.time.VirtualTime;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Engine;
import java.util.concurrent.Executor;

/** Lets a fleet call a model on a virtual clock: one event loop, which is the run's own thread. */
public final class VirtualHost implements FleetHost {

  private final VirtualTime time;
  private final RunClock clock;
  private final Model model;

  /**
   * @param time the model's
   * @param clock of that time
   */
  public VirtualHost(VirtualTime time, RunClock clock, Model model) {
    this.time = time;
    this.clock = clock;
    this.model = model;
  }

  @Override
  public RunClock clock() {
    return clock;
  }

  /** Reading takes no virtual time. */
  @Override
  public Executor parser() {
    return Runnable::run;
  }

  @Override
  public Engine.Drivers drivers(FleetSpec spec, Tokens tokens, ConnectionPlan.Bounds connections) {
    return new Engine.Drivers() {
      @Override
      public int loops() {
        return 1;
      }

      @Override
      public EventThread thread(int loop) {
        return time;
      }

      @Override
      public Driver create(int loop, CallListener listener) {
        return model.driver(spec, tokens, connections, clock, listener);
      }

      @Override
      public void close() {
        // The thread is the caller's.
      }
    };
  }

  /** What the model's computation costs this machine says nothing about the run. */
  @Override
  public MachineUsage usage(RunSettings settings) {
    return MachineUsage.UNKNOWN;
  }
}
