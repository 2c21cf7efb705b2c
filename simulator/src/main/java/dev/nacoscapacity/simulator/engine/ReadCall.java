package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigQueryResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.ModelParts;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;
import java.util.Optional;

/** A configuration client reads a configuration: when it starts, and after each change. */
public final class ReadCall extends ConfigurationCall {

  private static final String NONE_OVER_HTTP = "config data not exist";
  private static final String NONE_OVER_GRPC = "error " + Codes.CONFIG_NOT_FOUND;

  /** Whether a change notification caused it. */
  public final boolean notified;

  /** The content in the response; null for a configuration that does not exist. */
  public String content;

  public ReadCall(int number, boolean notified) {
    super(Operation.READ, number);
    this.notified = notified;
  }

  @Override
  public boolean isReadSlowly() {
    return true;
  }

  @Override
  public String v1(HttpParts parts) {
    return "GET " + about(parts);
  }

  @Override
  public boolean accepts(HttpAnswer answer) {
    return super.accepts(answer)
        || answer.status() == 404 && answer.text().contains(NONE_OVER_HTTP);
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(!answer.isDown());
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    // Only a header tells whether a change notification caused the read.
    return new ConfigQueryRequest(
        fleet.configName(service, number), Http.DEFAULT_GROUP, tenant, null, false);
  }

  @Override
  public void addHeaders(Map<String, String> headers) {
    headers.put("notify", Boolean.toString(notified));
  }

  @Override
  public Class<?> answerType() {
    return ConfigQueryResponse.class;
  }

  @Override
  public String refused(String reason) {
    return reason.equals(NONE_OVER_GRPC) ? null : reason;
  }

  @Override
  public void take(Answer answer) {
    content = answer.content();
  }

  @Override
  public NodeService modelled() {
    return NodeService.READ;
  }

  @Override
  public Optional<ConfigExchange> exchange(ModelParts parts) {
    return Optional.of(ConfigExchange.about(parts.configuration(service, number)));
  }

  @Override
  void judge(FleetLoop loop) {
    loop.configs.check(this, (written, last) -> loop.stats.configChanged(written, last, answered));
  }

  @Override
  void react(FleetLoop loop) {
    loop.configs.ended(this);
  }
}
