package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigRemoveResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.ModelParts;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Optional;

/** A configuration that the run has published is deleted. */
public final class RemoveCall extends ConfigurationCall {

  public RemoveCall(int number) {
    super(Operation.REMOVE, number);
  }

  @Override
  public boolean followsLoad() {
    return true;
  }

  @Override
  public String v1(HttpParts parts) {
    return "DELETE " + about(parts);
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(answer.text().equals("true"));
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ConfigRemoveRequest(
        fleet.configName(service, number), Http.DEFAULT_GROUP, tenant, null);
  }

  @Override
  public Class<?> answerType() {
    return ConfigRemoveResponse.class;
  }

  @Override
  public NodeService modelled() {
    return NodeService.CHANGE;
  }

  @Override
  public Optional<ConfigExchange> exchange(ModelParts parts) {
    return Optional.of(ConfigExchange.about(parts.configuration(service, number)));
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.changed(this);
  }
}
