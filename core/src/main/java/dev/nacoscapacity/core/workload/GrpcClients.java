package dev.nacoscapacity.core.workload;

import java.time.Duration;

/**
 * Clients over gRPC, each with a connection of its own.
 *
 * @param model client that they imitate
 * @param subscribe number of services that each of them subscribes to
 * @param configConnections who listens for configurations
 * @param callTimeout of one call
 */
public record GrpcClients(
    ClientModel model, int subscribe, ConfigConnections configConnections, Duration callTimeout)
    implements Clients {

  /** A 2.x client's timeout of a request. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(3);

  boolean hasDefaultTimeout() {
    return callTimeout.equals(DEFAULT_CALL_TIMEOUT);
  }

  /** Whether each of them listens, instead of one for each service. */
  public boolean configPerClient() {
    return configConnections == ConfigConnections.PER_CLIENT;
  }
}
