package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceResponse;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import java.util.Optional;

/** An instance registers. */
public final class RegisterCall extends RegistrationCall {

  private static final Kind KIND = Kind.of(Operation.REGISTER, Link.USES, InstanceResponse.class);

  public RegisterCall() {
    super(KIND, true);
  }

  /** Registrations of the registered instances, again, at a constant rate. */
  static void offer(OfferedLoad load, Transport transport) {
    FleetLoop loop = load.loop;
    int actors = loop.states.size();
    Rhythm rhythm = load.rhythm(Operation.REGISTER);
    load.offer(
        actors,
        rhythm,
        () ->
            new PeriodicCalls<RegisterCall>(
                loop.slice, RegisterCall::new, transport, actors, 1, rhythm) {
              @Override
              boolean takesPart(int member, long due) {
                return loop.states.isRegistered(member);
              }
            });
  }

  @Override
  public String v1(HttpParts parts) {
    String instance = parts.metadata(service) + parts.ip(this) + "&weight=1.0" + ephemeral(parts);
    String owner = parts.serviceName(this) + parts.token(actor) + HttpParts.GROUP;
    String rest = "&" + parts.namespace() + parts.port(this) + "&enable=true&healthy=true&";
    String query = "?app=unknown&metadata=" + instance + owner + rest;
    return "POST " + parts.path(Http.INSTANCE) + query + parts.headers().naming(server, "");
  }

  @Override
  public String v3(HttpParts parts) {
    String metadata = parts.metadata(service);
    String described = metadata.isEmpty() ? "" : "&metadata=" + metadata;
    String instance = v3Instance(parts, this) + ephemeral(parts) + described;
    return parts.v3(this, "POST", HttpV3.INSTANCE, instance);
  }

  @Override
  public Optional<PeerCall<?>> write(Registrations parts) {
    return Optional.of(new Writes.Register(parts.service(service), parts.instance(actor), true));
  }

  @Override
  void starting(FleetLoop loop) {
    loop.observer.registering(this);
  }

  @Override
  void isWritten(FleetLoop loop) {
    renewRegistration(loop);
    super.isWritten(loop);
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.registered(this);
  }
}
