package dev.nacoscapacity.cluster.protocol;

/** A generation of Nacos's HTTP API for clients. */
public enum HttpApi {
  /** {@code /nacos/v1}: what clients of 1.x call. Since 3.0 it can be off, and 3.2 removed it. */
  V1,
  /** {@code /nacos/v3/client}: since 3.0, for clients that do not speak gRPC. */
  V3;

  /** {@code v1} or {@code v3}, as in paths, options and records. */
  public String label() {
    return this == V1 ? "v1" : "v3";
  }
}
