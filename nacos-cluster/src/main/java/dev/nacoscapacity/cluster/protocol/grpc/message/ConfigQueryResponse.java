package dev.nacoscapacity.cluster.protocol.grpc.message;

import dev.nacoscapacity.cluster.protocol.grpc.Codes;

/**
 * Answers {@link ConfigQueryRequest}.
 *
 * @param contentType as {@code text} or {@code yaml}
 * @param md5 of the content
 * @param lastModified milliseconds since the epoch
 */
public record ConfigQueryResponse(
    int resultCode,
    int errorCode,
    String message,
    String requestId,
    String content,
    String encryptedDataKey,
    String contentType,
    String md5,
    long lastModified,
    boolean beta,
    String tag)
    implements Response {

  public static ConfigQueryResponse ok(
      String content, String contentType, String md5, long lastModified) {
    return new ConfigQueryResponse(
        Codes.SUCCESS, 0, null, null, content, null, contentType, md5, lastModified, false, null);
  }
}
