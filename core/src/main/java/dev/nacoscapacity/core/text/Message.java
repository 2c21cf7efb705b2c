package dev.nacoscapacity.core.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
public record Message(String code, Map<String, Object> arguments, String text) {

  public Message {
    Objects.requireNonNull(code, "code");
    arguments = normalized(arguments);
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
    Map<String, Object> plain = new LinkedHashMap<>();
    if (arguments != null) {
      arguments.forEach((name, value) -> plain.put(name, normalized(value)));
    }
    return Collections.unmodifiableMap(plain);
  }

  private static Object normalized(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      return number.toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Message::normalized).toList();
    }
    return value instanceof Message message
        ? message.nested()
        : value instanceof Map<?, ?> map ? normalizedMap(map) : value;
  }

  private Map<String, Object> nested() {
    Map<String, Object> plain = new LinkedHashMap<>();
    plain.put("code", code);
    plain.put("arguments", arguments);
    if (text != null) {
      plain.put("text", text);
    }
    return plain;
  }

  private static Map<String, Object> normalizedMap(Map<?, ?> map) {
    Map<String, Object> plain = new LinkedHashMap<>();
    map.forEach((name, value) -> plain.put((String) name, normalized(value)));
    return plain;
  }
}
