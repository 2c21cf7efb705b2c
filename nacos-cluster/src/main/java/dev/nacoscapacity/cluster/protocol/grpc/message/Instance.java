package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.Map;

/**
 * An instance as clients register it and lists show it.
 *
 * @param instanceId the server's name for it; null in requests
 * @param serviceName grouped in lists; may be null in requests
 * @param instanceHeartBeatInterval milliseconds, by its metadata; the next ones likewise
 */
public record Instance(
    String instanceId,
    String ip,
    int port,
    double weight,
    boolean healthy,
    boolean enabled,
    boolean ephemeral,
    String clusterName,
    String serviceName,
    Map<String, String> metadata,
    long instanceHeartBeatInterval,
    long instanceHeartBeatTimeOut,
    long ipDeleteTimeout,
    String instanceIdGenerator) {

  /** Ephemeral and healthy, with Nacos's usual times. */
  public static Instance of(
      String instanceId,
      String ip,
      int port,
      double weight,
      String cluster,
      String service,
      Map<String, String> metadata) {
    return new Instance(
        instanceId,
        ip,
        port,
        weight,
        true,
        true,
        true,
        cluster,
        service,
        metadata,
        5_000,
        15_000,
        30_000,
        "simple");
  }
}
