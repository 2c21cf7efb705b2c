package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.ForwardingDriver;
import dev.nacoscapacity.simulator.client.ForwardingListener;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A model that acknowledges some calls of which its nodes never hear, hears of some late, and whose
 * pushes to some subscribers are lost, to a fleet that may freeze.
 *
 * @param delay of a call on its way to a node, in nanoseconds
 */
record LossyModel(
    Model model,
    FreezableTime fleetTime,
    RunClock clock,
    Predicate<Call> lost,
    ToLongFunction<Call> delay,
    IntPredicate deaf)
    implements Model {

  @Override
  public Cluster cluster() {
    return model.cluster();
  }

  @Override
  public String token() {
    return model.token();
  }

  @Override
  public List<ModelCluster.Usage> usage() {
    return model.usage();
  }

  @Override
  public Map<String, Work> work() {
    return model.work();
  }

  @Override
  public Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock runClock,
      CallListener listener) {
    CallListener late = fleetTime.late(listener);
    return new Lossy(model.driver(spec, tokens, connections, runClock, new Deaf(late)), late);
  }

  private final class Deaf extends ForwardingListener {
    Deaf(CallListener listener) {
      super(listener);
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      if (!deaf.test(subscriber)) {
        super.pushed(subscriber, service, listing);
      }
    }
  }

  private final class Lossy extends ForwardingDriver {
    private final CallListener listener;

    Lossy(Driver driver, CallListener listener) {
      super(driver);
      this.listener = listener;
    }

    @Override
    public void send(Call call) {
      if (!lost.test(call)) {
        long late = delay.applyAsLong(call);
        if (late > 0) {
          fleetTime.after(late, () -> super.send(call));
        } else {
          super.send(call);
        }
        return;
      }
      call.server = 0;
      call.markWritten(clock.nanos());
      listener.written(call);
      call.answered = clock.nanos();
      listener.completed(call);
    }
  }
}
