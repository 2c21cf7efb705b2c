package dev.nacoscapacity.cluster.protocol.grpc;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Turns messages into payloads and back. As in Nacos's {@code JacksonUtils}, null fields are left
 * out and unknown ones ignored, so that adjacent versions understand each other.
 */
public final class GrpcMessages {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .serializationInclusion(Include.NON_NULL)
          .build();

  private GrpcMessages() {}

  /** An answer, or a request of the server's: without headers. */
  public static Payload payload(Record message) {
    return payload(message, "", Map.of());
  }

  /**
   * @param message one of {@link GrpcMessage}
   * @param clientIp the client's own address
   * @param headers the token's among them, if there is one
   */
  public static Payload payload(Record message, String clientIp, Map<String, String> headers) {
    return new Payload(message.getClass().getSimpleName(), clientIp, headers, json(message));
  }

  /**
   * A failure as bytes.
   *
   * @param type of the answer in whose place it is sent
   * @param errorCode one of {@link Codes}
   */
  public static byte[] failure(String type, int errorCode, String message) {
    byte[] json = json(ErrorResponse.of(errorCode, message));
    return PayloadMarshaller.bytes(new Payload(type, "", Map.of(), json));
  }

  /** An answer or a request of the server's as bytes, to be sent more than once. */
  public static byte[] bytes(Record message) {
    return PayloadMarshaller.bytes(payload(message));
  }

  /** A message, or a list of what messages contain, in JSON. */
  public static byte[] json(Object message) {
    try {
      return JSON.writeValueAsBytes(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The message in a payload, regardless of its type, which the caller has checked.
   *
   * @throws IOException if the body is not such a message
   */
  public static <T extends Record> T read(Payload payload, Class<T> message) throws IOException {
    return JSON.readValue(payload.body(), message);
  }
}
