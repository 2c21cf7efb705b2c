package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceQueryRequest;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.Fleet;

/** A subscriber reads a service's instances. */
public final class ListCall extends HostsCall {

  private static final Kind KIND =
      Kind.of(
          Operation.LIST,
          Link.USES,
          QueryServiceResponse.class,
          Trait.READ_SLOWLY,
          Trait.COUNTS_HOSTS);

  /** The number of hosts in the response. */
  public int hosts;

  /** How many of them are healthy. */
  public int healthy;

  public ListCall() {
    super(KIND);
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    hosts = 0;
    healthy = 0;
  }

  // --- When it is due ----------------------------------------------------------------------------

  /** Lists of the registered instances, of each service that they subscribe to. */
  static void offer(OfferedLoad load, Transport transport) {
    FleetLoop loop = load.loop;
    Fleet fleet = load.fleet;
    int lists = load.settings.maxLists(fleet);
    int actors = loop.states.size() * lists;
    // Over gRPC a list replaces the health check of the next 5 s. If lists and beats had the same
    // order, all instances would omit their checks, and later send them, at the same time.
    Rhythm rhythm =
        new Rhythm(
            load.periods(Operation.LIST, load.settings.list(transport), ServiceClass::listSeconds),
            Permutation.Order.ROOT_OF_THREE,
            load.settings.workload().timing().phase());
    load.offer(
        actors,
        rhythm,
        () ->
            new PeriodicCalls<ListCall>(
                loop.slice, ListCall::new, transport, actors, lists, rhythm) {

              @Override
              boolean takesPart(int actor, long due) {
                int member = instance(actor);
                return loop.states.isRegistered(member)
                    && which(actor) < fleet.subscriptions(loop.slice.global(member), 1);
              }

              @Override
              void begin(ListCall list, int actor, long due, long now) {
                int instance = loop.slice.global(instance(actor));
                int services = fleet.subscriptions(instance, 1);
                list.begin(instance, fleet.subscribed(instance, which(actor), services), due, now);
              }
            });
  }

  // --- Its requests and answers ------------------------------------------------------------------

  @Override
  public ServerChoice choice() {
    return ServerChoice.NEXT;
  }

  @Override
  int udpPort(HttpParts parts) {
    return parts.settings().udpPort(actor);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ServiceQueryRequest(
        namespace, fleet.serviceName(service), Http.DEFAULT_GROUP, "", false, 0);
  }

  @Override
  public void take(Answer answer) {
    hosts = answer.hosts();
    healthy = answer.healthy();
  }

  // --- What it means -----------------------------------------------------------------------------

  @Override
  void isWritten(FleetLoop loop) {
    renewRegistration(loop);
  }

  @Override
  void ended(FleetLoop loop) {
    if (ok() && loop.caller.keepsAlive(this)) {
      loop.load.endBeatOutage(this);
    }
  }

  @Override
  void react(FleetLoop loop) {
    if (ok() && loop.observer.listed(this)) {
      loop.sweeper.add(new Sweeper.Read(service, server));
    }
  }
}
