package dev.nacoscapacity.cluster.standin.peers;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;

/**
 * Calls between nodes, and their answers, as JSON. The reader gives the expected type; for calls,
 * only the types that {@link PeerCall} permits are read.
 */
final class PeerJson {

  /** A call about naming. */
  static final JavaType CALL;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          // A call without parameters is an empty record.
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS)
          .build();

  static {
    JSON.registerSubtypes(PeerCall.class.getPermittedSubclasses());
    CALL = type(PeerCall.class);
  }

  private PeerJson() {}

  static JavaType type(Type type) {
    return JSON.constructType(type);
  }

  /** The type of the answer to a call. */
  static JavaType answerTo(PeerCall<?> call) {
    return type(call.getClass()).findTypeParameters(PeerCall.class)[0];
  }

  static byte[] write(Object content) {
    try {
      return JSON.writeValueAsBytes(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws UncheckedIOException when the JSON is not of that type
   */
  static <T> T read(byte[] json, JavaType type) {
    try {
      return JSON.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
