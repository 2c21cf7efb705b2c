package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.workload.Fleet;

/** A gRPC client asks for the changes of a service. */
public final class SubscribeCall extends FleetCall {

  private static final Kind KIND =
      Kind.of(
          Operation.SUBSCRIBE,
          Link.USES,
          SubscribeServiceResponse.class,
          Trait.READ_SLOWLY,
          Trait.UNSHARED);

  /** The current hosts, in the response. */
  public Listing listing;

  public SubscribeCall() {
    super(KIND);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new SubscribeServiceRequest(
        namespace, fleet.serviceName(service), Http.DEFAULT_GROUP, true, "");
  }

  @Override
  public void take(Answer answer) {
    listing = answer.listing();
  }

  @Override
  void isWritten(FleetLoop loop) {
    renewRegistration(loop);
    loop.pushes.subscribing(actor, service);
  }

  @Override
  void ended(FleetLoop loop) {
    if (ok()) {
      loop.pushes.subscribed(actor, service, listing, written, answered);
    }
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.subscribed(this);
  }
}
