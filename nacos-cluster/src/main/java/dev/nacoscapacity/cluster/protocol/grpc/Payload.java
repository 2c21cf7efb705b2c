package dev.nacoscapacity.cluster.protocol.grpc;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The envelope of every call and every message of a stream: Nacos's protobuf message {@code
 * Payload} with its {@code Metadata}.
 *
 * @param type simple class name of the message in {@code body}
 * @param clientIp the sender's address as it knows it; empty if unknown
 * @param headers of a request: the token among them
 * @param body JSON
 */
public record Payload(String type, String clientIp, Map<String, String> headers, byte[] body) {

  /** The body as text. */
  public String json() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Without the headers and the body, which may hold secrets. */
  @Override
  public String toString() {
    return type + " of " + body.length + " bytes";
  }
}
