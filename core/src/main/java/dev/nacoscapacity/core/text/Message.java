package dev.nacoscapacity.core.text;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;

/**
 * A sentence as data: its code and its arguments. Records store messages, so that a page can be
 * rendered in another language later without parsing a sentence.
 *
 * @param code key of the sentence in {@code sentences.en.json} and {@code sentences.zh.json}
 * @param arguments by the name of their placeholder: numbers, texts, lists of these, or nested
 *     messages
 * @param text the sentence in English, for people who read the record itself
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Message(String code, Map<String, Object> arguments, String text) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

  @JsonCreator
  public Message {
    Objects.requireNonNull(code, "code");
    arguments = normalized(arguments);
  }

  /** What has no other words in any language, such as a command or what another program said. */
  public static Message asIs(String text) {
    return of("asIs", Map.of("text", text));
  }

  /** A sentence without arguments. */
  public static Message of(String code) {
    return of(code, Map.of());
  }

  /** A sentence with arguments. */
  public static Message of(String code, Arguments arguments) {
    return of(code, arguments.values());
  }

  /**
   * A sentence with arguments by name.
   *
   * @throws IllegalArgumentException when there is no such sentence, or a placeholder has no
   *     argument
   */
  public static Message of(String code, Map<String, Object> arguments) {
    Message message = new Message(code, arguments, null);
    return new Message(
        code,
        message.arguments,
        Language.ENGLISH
            .render(code, message.arguments)
            .orElseThrow(() -> new IllegalArgumentException("no sentence for " + message)));
  }

  /**
   * The sentence in a language; the English text when the code is unknown, as in a record of
   * another version.
   */
  public String in(Language language) {
    return language.render(code, arguments).orElse(text);
  }

  /**
   * Arguments as they are after a JSON round trip, so that a message that was written and read is
   * equal to the original.
   */
  private static Map<String, Object> normalized(Map<String, Object> arguments) {
    if (arguments == null) {
      return Map.of();
    }
    try {
      return Collections.unmodifiableMap(
          JSON.readValue(
              JSON.writeValueAsBytes(arguments), new TypeReference<Map<String, Object>>() {}));
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON: " + arguments, e);
    }
  }
}
