package dev.nacoscapacity.cluster.protocol.grpc.message;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Asks for a configuration.
 *
 * @param tag null for none
 * @param notified whether it asks because it was told of a change
 */
public record ConfigQueryRequest(
    String requestId,
    String dataId,
    String group,
    String tenant,
    String tag,
    @JsonProperty("notify") boolean notified)
    implements ConfigRequest {}
