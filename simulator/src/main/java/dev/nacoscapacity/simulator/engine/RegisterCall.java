package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.ModelParts;
import java.util.Optional;

/** An instance registers. */
public final class RegisterCall extends RegistrationCall {

  public RegisterCall() {
    super(Operation.REGISTER, Codes.REGISTER);
  }

  @Override
  public String v1(HttpParts parts) {
    return "POST "
        + parts.path(Http.INSTANCE)
        + "?app=unknown&metadata="
        + parts.metadata(service)
        + "&ip="
        + parts.fleet().ip(actor)
        + "&weight=1.0&ephemeral=true&serviceName="
        + parts.service(service)
        + parts.token(actor)
        + HttpParts.GROUP
        + "&"
        + parts.namespace()
        + "&port="
        + parts.fleet().port(actor)
        + "&enable=true&healthy=true&"
        + parts.naming(server, "");
  }

  @Override
  public String v3(HttpParts parts) {
    String metadata = parts.metadata(service);
    return "POST "
        + v3Path(parts, this)
        + "&ephemeral=true"
        + (metadata.isEmpty() ? "" : "&metadata=" + metadata)
        + parts.plain(server, actor)
        + "Content-Length: 0\r\n\r\n";
  }

  @Override
  public NodeService modelled() {
    return NodeService.REGISTER;
  }

  @Override
  public Optional<PeerCall<?>> write(ModelParts parts) {
    return Optional.of(new Writes.Register(parts.service(service), parts.instance(actor), true));
  }

  @Override
  void starting(FleetLoop loop) {
    loop.observer.registering(this);
  }

  @Override
  void isWritten(FleetLoop loop) {
    renewRegistration(loop);
    loop.pushes.changing(actor, true, written);
  }

  @Override
  void ended(FleetLoop loop) {
    loop.pushes.changed(actor, true, ok(), answered);
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.registered(this);
  }
}
