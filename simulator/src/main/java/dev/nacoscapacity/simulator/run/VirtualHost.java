package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.Engine;
import java.util.concurrent.Executor;

/** Runs a fleet against a model in virtual time: one event loop, on the thread of the run. */
public final class VirtualHost implements FleetHost {

  private final EventThread thread;
  private final RunClock clock;
  private final Model model;

  /**
   * @param thread in the time of the model
   * @param clock reads that time
   */
  public VirtualHost(EventThread thread, RunClock clock, Model model) {
    this.thread = thread;
    this.clock = clock;
    this.model = model;
  }

  @Override
  public RunClock clock() {
    return clock;
  }

  /** Parses immediately, in no virtual time. */
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
        return thread;
      }

      @Override
      public Driver create(int loop, CallListener listener) {
        return model.driver(spec, tokens, connections, clock, listener);
      }

      @Override
      public void close() {
        // The caller owns the thread.
      }
    };
  }

  /** Unknown, since the cost of computing the model says nothing about the run. */
  @Override
  public MachineUsage usage(Workload settings) {
    return MachineUsage.UNKNOWN;
  }
}
