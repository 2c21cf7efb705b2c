package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.workload.Fleet;

/** A configuration that the run has published is deleted. */
public final class RemoveCall extends ConfigurationCall {

  private static final Kind KIND =
      Kind.of(Operation.REMOVE, Link.USES, ConfigRemoveResponse.class, Trait.FOLLOWS_LOAD);

  public RemoveCall(int number) {
    super(KIND, number);
  }

  @Override
  public String v1(HttpParts parts) {
    return "DELETE " + about(parts);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ConfigRemoveRequest(dataId(fleet), Http.DEFAULT_GROUP, tenant, null);
  }
}
