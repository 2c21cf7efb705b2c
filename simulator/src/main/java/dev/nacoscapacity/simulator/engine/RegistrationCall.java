package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.PersistentInstanceRequest;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.util.Map;

/** An instance registers or deregisters. */
abstract class RegistrationCall extends FleetCall {

  private final boolean registers;

  RegistrationCall(Kind kind, boolean registers) {
    super(kind);
    this.registers = registers;
  }

  /** The parameters that name an instance over v3. */
  static String v3Instance(HttpParts parts, Call call) {
    return parts.serviceName(call) + parts.ip(call) + parts.port(call);
  }

  /** The parameter that says whether the instance expires. */
  static String ephemeral(HttpParts parts) {
    return "&ephemeral=" + !parts.fleet().isPersistent();
  }

  @Override
  public final String v1(HttpAnswer answer) {
    return answer.expect(answer.text().equals("ok"));
  }

  @Override
  public final Record message(Fleet fleet, String namespace, String tenant) {
    Map<String, String> metadata = Metadata.of(Map.of(), fleet.classOf(service).metadataBytes());
    Instance instance =
        Instance.of(null, fleet.ip(actor), fleet.port(actor), 1, null, null, metadata);
    String name = fleet.serviceName(service);
    String type = registers ? Codes.REGISTER : Codes.DEREGISTER;
    return fleet.isPersistent()
        ? new PersistentInstanceRequest(
            namespace, name, Http.DEFAULT_GROUP, type, instance.persistent())
        : new InstanceRequest(namespace, name, Http.DEFAULT_GROUP, type, instance);
  }

  @Override
  void isWritten(FleetLoop loop) {
    loop.pushes.changing(actor, registers, written);
  }

  @Override
  void ended(FleetLoop loop) {
    loop.pushes.changed(actor, registers, ok(), answered);
  }
}
