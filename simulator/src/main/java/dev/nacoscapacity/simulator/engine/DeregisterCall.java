package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceResponse;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.Registrations;
import java.util.Optional;

/** An instance deregisters. */
public final class DeregisterCall extends RegistrationCall {

  private static final Kind KIND =
      Kind.of(Operation.DEREGISTER, Link.ENDS, InstanceResponse.class, Trait.FOLLOWS_LOAD);

  public DeregisterCall() {
    super(KIND, false);
  }

  @Override
  public String v1(HttpParts parts) {
    String instance = parts.namespace() + parts.port(this) + parts.ip(this) + ephemeral(parts);
    String query = "?app=unknown&" + instance + parts.serviceName(this) + parts.token(actor);
    return "DELETE " + parts.path(Http.INSTANCE) + query + parts.headers().naming(server, "");
  }

  @Override
  public String v3(HttpParts parts) {
    String instance = v3Instance(parts, this) + ephemeral(parts);
    return parts.v3(this, "DELETE", HttpV3.INSTANCE, instance);
  }

  @Override
  public Optional<PeerCall<?>> write(Registrations parts) {
    return Optional.of(new Writes.Deregister(parts.service(service), parts.instance(actor).key()));
  }

  @Override
  void starting(FleetLoop loop) {
    loop.observer.deregistering(this);
  }

  @Override
  void ended(FleetLoop loop) {
    super.ended(loop);
    if (ok()) {
      loop.pushes.removeSubscriber(actor, answered);
    }
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.deregistered(this);
  }
}
