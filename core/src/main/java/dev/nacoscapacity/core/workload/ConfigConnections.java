package dev.nacoscapacity.core.workload;

/** Which clients over gRPC have a second connection, on which they listen for configurations. */
public enum ConfigConnections {
  /** One instance of each service. */
  SERVICE,
  /** Each instance. */
  PER_CLIENT
}
