package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A call about one configuration of the fleet that exists, or is to exist: by default it publishes
 * or removes it. Not over HTTP v3.
 */
abstract class ConfigurationCall extends FleetCall {

  /** {@code NacosConfigService.POST_TIMEOUT} and {@code ClientWorker} of a 1.4.2 client. */
  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(3);

  /** The number of the configuration within its service. */
  int number;

  ConfigurationCall(Kind kind, int number) {
    super(kind);
    this.number = number;
  }

  @Override
  public final Channel channel() {
    return Channel.CONFIG;
  }

  @Override
  public final long timeout(HttpSettings settings) {
    return Math.min(super.timeout(settings), TIMEOUT);
  }

  final String dataId(Fleet fleet) {
    return fleet.configName(service, number);
  }

  /** The configuration in the parameters of a read or removal over v1. */
  final String about(HttpParts parts) {
    String id = "?dataId=" + HttpParts.encoded(dataId(parts.fleet()));
    String query = id + parts.token(actor) + parts.tenantName() + "&group=" + Http.DEFAULT_GROUP;
    return parts.path(Http.CONFIGS) + query + parts.headers().config(server, "");
  }

  @Override
  public Optional<ConfigExchange> exchange(Registrations parts) {
    return Optional.of(ConfigExchange.about(parts.configuration(service, number)));
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(answer.text().equals("true"));
  }

  @Override
  void react(FleetLoop loop) {
    loop.instances.changed(this);
  }
}
