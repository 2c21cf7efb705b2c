package dev.nacoscapacity.cluster.protocol.grpc.message;

import java.util.Map;

/**
 * Publishes a configuration.
 *
 * @param casMd5 publish only over the content with this md5; null for any
 * @param additionMap {@code type} and the like; null for none
 */
public record ConfigPublishRequest(
    String requestId,
    String dataId,
    String group,
    String tenant,
    String content,
    String casMd5,
    Map<String, String> additionMap)
    implements ConfigRequest {}
