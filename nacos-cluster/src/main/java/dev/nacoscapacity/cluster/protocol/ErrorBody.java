package dev.nacoscapacity.cluster.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;

/**
 * The JSON that a server answers when a filter of its own refused a request. Source: Spring Boot's
 * {@code DefaultErrorAttributes}, as Nacos 1.4.1 and 2.2.4 are seen to use it.
 */
public final class ErrorBody {

  private ErrorBody() {}

  /**
   * Writes one.
   *
   * @param reason of the status, as in {@code Forbidden}
   * @param path of the request
   */
  public static String of(Instant now, int status, String reason, String message, String path) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("timestamp", now.toString())
        .put("status", status)
        .put("error", reason)
        .put("message", message)
        .put("path", path)
        .toString();
  }
}
