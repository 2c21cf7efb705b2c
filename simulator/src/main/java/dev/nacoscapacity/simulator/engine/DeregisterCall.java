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

/** An instance deregisters. */
public final class DeregisterCall extends RegistrationCall {

  public DeregisterCall() {
    super(Operation.DEREGISTER, Codes.DEREGISTER);
  }

  @Override
  public Link link() {
    return Link.ENDS;
  }

  @Override
  public boolean followsLoad() {
    return true;
  }

  @Override
  public String v1(HttpParts parts) {
    return "DELETE "
        + parts.path(Http.INSTANCE)
        + "?app=unknown&"
        + parts.namespace()
        + "&port="
        + parts.fleet().port(actor)
        + "&ip="
        + parts.fleet().ip(actor)
        + "&ephemeral=true&serviceName="
        + parts.service(service)
        + parts.token(actor)
        + parts.naming(server, "");
  }

  @Override
  public String v3(HttpParts parts) {
    return "DELETE "
        + v3Path(parts, this)
        + "&ephemeral=true"
        + parts.plain(server, actor)
        + "\r\n";
  }

  @Override
  public NodeService modelled() {
    return NodeService.DEREGISTER;
  }

  @Override
  public Optional<PeerCall<?>> write(ModelParts parts) {
    return Optional.of(new Writes.Deregister(parts.service(service), parts.instance(actor).key()));
  }

  @Override
  void starting(FleetLoop loop) {
    loop.observer.deregistering(this);
  }

  @Override
  void isWritten(FleetLoop loop) {
    loop.pushes.changing(actor, false, written);
  }

  @Override
  void ended(FleetLoop loop) {
    loop.pushes.changed(actor, false, ok(), answered);
    if (ok()) {
      loop.pushes.removeSubscriber(actor, answered);
    }
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.deregistered(this);
  }
}
