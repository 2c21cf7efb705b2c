package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.standin.http.HttpExchange.BadRequest;
import java.util.HashMap;
import java.util.Map;

/** JSON, in and out. */
final class JsonText {

  static final ObjectMapper MAPPER = new ObjectMapper();

  private static final TypeReference<Map<String, String>> STRINGS = new TypeReference<>() {};

  private JsonText() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The text in quotation marks. */
  static String quote(String text) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /**
   * @throws BadRequest if it is not JSON
   */
  static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new BadRequest("not JSON: " + e.getOriginalMessage());
    }
  }

  /** Metadata as JSON or, as Nacos also allows, {@code key=value,key=value}. */
  static Map<String, String> metadata(String text) {
    if (text == null || text.equals("{}")) {
      return Map.of();
    }
    try {
      return MAPPER.readValue(text, STRINGS);
    } catch (JsonProcessingException e) {
      Map<String, String> metadata = new HashMap<>();
      for (String pair : text.split(",")) {
        String[] words = pair.split("=");
        if (words.length != 2) {
          throw new BadRequest("metadata format incorrect:" + text);
        }
        metadata.put(words[0], words[1]);
      }
      return metadata;
    }
  }
}
