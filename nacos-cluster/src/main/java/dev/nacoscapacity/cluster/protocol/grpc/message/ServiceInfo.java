package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.List;

/**
 * How a service looks on the node that says so.
 *
 * @param name without the group
 * @param clusters as they were asked for
 * @param cacheMillis how long a client may go by it
 * @param lastRefTime milliseconds since the epoch; clients drop what is older than what they have
 * @param reachProtectionThreshold whether unhealthy hosts are shown as healthy since too few are
 */
public record ServiceInfo(
    String name,
    String groupName,
    String clusters,
    long cacheMillis,
    List<Instance> hosts,
    long lastRefTime,
    String checksum,
    boolean allIPs,
    boolean reachProtectionThreshold,
    boolean valid) {}
