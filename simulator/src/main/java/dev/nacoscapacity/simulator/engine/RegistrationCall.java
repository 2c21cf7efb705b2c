package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.util.Map;

/** An instance registers or deregisters. */
abstract class RegistrationCall extends FleetCall {

  private final String type;

  /**
   * @param type of the message over gRPC
   */
  RegistrationCall(Operation operation, String type) {
    super(operation);
    this.type = type;
  }

  /** The path with the parameters that name an instance over v3. */
  static String v3Path(HttpParts parts, Call call) {
    return parts.path(HttpV3.INSTANCE)
        + "?"
        + parts.namespace()
        + HttpParts.GROUP
        + "&serviceName="
        + parts.service(call.service)
        + "&ip="
        + parts.fleet().ip(call.actor)
        + "&port="
        + parts.fleet().port(call.actor);
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
    return new InstanceRequest(
        namespace, fleet.serviceName(service), Http.DEFAULT_GROUP, type, instance);
  }

  @Override
  public final Class<?> answerType() {
    return InstanceResponse.class;
  }
}
