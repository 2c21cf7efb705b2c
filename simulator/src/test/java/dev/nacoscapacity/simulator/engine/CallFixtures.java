package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;

/** Calls of each kind, by what they count as. */
public final class CallFixtures {

  private CallFixtures() {}

  public static FleetCall begun(
      Operation operation, int actor, int service, long due, long startedAt) {
    FleetCall call = of(operation);
    call.begin(actor, service, due, startedAt);
    return call;
  }

  /** Periodic calls of two instances, each once in so many nanoseconds. */
  static PeriodicCalls<FleetCall> periodic(Operation operation, long period) {
    Fleet fleet = Workloads.fleet(2, 1);
    Slice slice = new Slice(fleet, OnOneLoop.beats().build(), () -> 0, 0, 1);
    Periods periods = Periods.of(period);
    return new PeriodicCalls<>(
        slice,
        () -> of(operation),
        Transport.ANY,
        2,
        1,
        new PeriodicCalls.Rhythm(periods, Permutation.Order.GOLDEN_RATIO, Phase.SPREAD)) {

      @Override
      boolean takesPart(int actor, long due) {
        return true;
      }
    };
  }

  public static FleetCall of(Operation operation) {
    return switch (operation) {
      case BEAT -> new BeatCall();
      case LIST -> new ListCall();
      case LISTEN -> new ListenCall();
      case SCRAPE -> new ScrapeCall();
      case PUBLISH -> new PublishCall(0, ConfigContent.of("config", 1, 100));
      case READ -> new ReadCall(0, false);
      case CONNECT -> new ConnectCall(Channel.NAMING);
      case REGISTER -> new RegisterCall();
      case DEREGISTER -> new DeregisterCall();
      case REMOVE -> new RemoveCall(0);
      case SUBSCRIBE -> new SubscribeCall();
      case LOGIN -> new LoginCall();
      case SWEEP -> new SweepCall();
      case PUSH -> throw new IllegalArgumentException("no call: " + operation);
    };
  }
}
