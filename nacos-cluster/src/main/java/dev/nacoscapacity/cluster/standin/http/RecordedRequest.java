package dev.nacoscapacity.cluster.standin.http;

import java.util.List;
import java.util.Map;

/**
 * A request as a stand-in node received it, or a message over gRPC: then {@code method} is {@code
 * Request/request} or {@code BiRequestStream/requestBiStream}, {@code path} the message's type, and
 * {@code clientIp}, which travels beside the headers, the one parameter of the query. A request
 * holds tokens and passwords in the clear: for tests only, never to be logged.
 *
 * @param query parameters of the URL, decoded, in their order
 * @param form parameters of a form body, decoded, in their order
 * @param headers in their order
 */
public record RecordedRequest(
    String method,
    String path,
    List<Map.Entry<String, String>> query,
    List<Map.Entry<String, String>> form,
    List<Map.Entry<String, String>> headers,
    String body) {

  /** Without the content, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}
