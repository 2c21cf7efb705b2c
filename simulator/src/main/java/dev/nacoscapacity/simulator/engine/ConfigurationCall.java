package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpParts;
import java.util.concurrent.TimeUnit;

/** A call about one configuration of the fleet that exists, or is to exist. Not over HTTP v3. */
abstract class ConfigurationCall extends FleetCall {

  /** {@code NacosConfigService.POST_TIMEOUT} and {@code ClientWorker} of a 1.4.2 client. */
  private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(3);

  /** The number of the configuration within its service. */
  int number;

  ConfigurationCall(Operation operation, int number) {
    super(operation);
    this.number = number;
  }

  @Override
  public final Channel channel() {
    return Channel.CONFIG;
  }

  @Override
  public final ServerChoice choice() {
    return ServerChoice.KEPT;
  }

  @Override
  public final long timeout(long usual, long login) {
    return Math.min(usual, TIMEOUT);
  }

  /** The parameter of a configuration's tenant; empty in the default namespace. */
  static String tenant(HttpParts parts) {
    return parts.tenant().isEmpty() ? "" : "&tenant=" + HttpParts.encoded(parts.tenant());
  }

  /** The configuration in the parameters of a read or removal. */
  final String about(HttpParts parts) {
    return parts.path(Http.CONFIGS)
        + "?dataId="
        + HttpParts.encoded(parts.fleet().configName(service, number))
        + parts.token(actor)
        + tenant(parts)
        + "&group="
        + Http.DEFAULT_GROUP
        + parts.config(server, "");
  }
}
