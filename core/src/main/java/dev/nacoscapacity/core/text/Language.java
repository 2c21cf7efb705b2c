package dev.nacoscapacity.core.text;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A language that sentences are rendered in. The templates of a language are in {@code
 * sentences.<code>.json}, by the code of the message:
 *
 * <ul>
 *   <li>{@code {count}} is replaced by an argument: whole numbers with thousands separators, lists
 *       with the language's "and";
 *   <li>{@code {seconds:1}} has a number of decimals, {@code {share:%}} is a share of 0 to 1 in
 *       percent;
 *   <li>{@code {share:%≠bound}} is the same, but never looks like {@code bound} when it differs;
 *   <li>{@code {nodes:#node is|nodes are}} is {@code 1 node is} or {@code 3 nodes are};
 *   <li>{@code {operation:operation.}} is rendered as the sentence {@code operation.<value>} with
 *       the same arguments, or unchanged when there is no such sentence;
 *   <li>{@code [ (bound {bound})]} is left out when one of its arguments is absent; {@code
 *       [one|other]} becomes its second part then.
 * </ul>
 */
public enum Language {
  ENGLISH("en", " and ", " %"),
  CHINESE("zh", "、", "%");

  private final String code;
  private final String and;
  private final String percent;

  Language(String code, String and, String percent) {
    this.code = code;
    this.and = and;
    this.percent = percent;
  }

  /** The templates of all languages, read when the first sentence is rendered. */
  private static final class Sentences {

    private static final Map<Language, Map<String, String>> ALL =
        Arrays.stream(values()).collect(Collectors.toMap(each -> each, Sentences::read));

    private static Map<String, String> read(Language language) {
      String file = "sentences." + language + ".json";
      try (InputStream json = Language.class.getResourceAsStream(file)) {
        return new ObjectMapper().readValue(json, new TypeReference<>() {});
      } catch (IOException e) {
        throw new UncheckedIOException(file + " is part of this jar", e);
      }
    }
  }

  /**
   * The language of a locale: that of {@code LC_ALL}, {@code LC_MESSAGES} or {@code LANG}, the
   * first that is set.
   *
   * @param environment variables by name
   */
  public static Language ofLocale(Map<String, String> environment) {
    String locale =
        Stream.of("LC_ALL", "LC_MESSAGES", "LANG")
            .map(name -> environment.getOrDefault(name, ""))
            .filter(value -> !value.isEmpty())
            .findFirst()
            .orElse("");
    return locale.startsWith(CHINESE.code) ? CHINESE : ENGLISH;
  }

  /** The templates by code. */
  Map<String, String> sentences() {
    return Sentences.ALL.get(this);
  }

  /**
   * Renders a sentence.
   *
   * @throws IllegalArgumentException when there is no such sentence, or a placeholder has no
   *     argument
   */
  public String say(String sentence, Arguments arguments) {
    return say(sentence, arguments.values());
  }

  /** Renders a sentence without arguments. */
  public String say(String sentence) {
    return say(sentence, Map.of());
  }

  /** The heading of a column of a table for people; its name where it has no other. */
  public String heading(String column) {
    return say("table.heading", Map.of("column", column));
  }

  private String say(String sentence, Map<String, ?> arguments) {
    return render(sentence, arguments)
        .orElseThrow(() -> new IllegalArgumentException("no sentence for " + sentence + arguments));
  }

  /** The code of the language, as {@code --lang} takes it. */
  @Override
  public String toString() {
    return code;
  }

  /** Renders a sentence; empty when there is no such sentence, or a required argument is absent. */
  Optional<String> render(String sentence, Map<String, ?> arguments) {
    String template = sentences().get(sentence);
    return template == null ? Optional.empty() : new Filling(template, arguments).part();
  }

  /** One pass over a template. */
  private final class Filling {
    private final String template;
    private final Map<String, ?> arguments;
    private int at;

    Filling(String template, Map<String, ?> arguments) {
      this.template = template;
      this.arguments = arguments;
    }

    /**
     * Renders up to the end, or to the bracket or bar that ends a part; empty when an argument is
     * absent.
     */
    Optional<String> part() {
      StringBuilder filled = new StringBuilder();
      boolean complete = true;
      while (at < template.length() && template.charAt(at) != ']' && template.charAt(at) != '|') {
        char next = template.charAt(at++);
        Optional<String> piece =
            switch (next) {
              case '[' -> choice();
              case '{' -> place();
              default -> Optional.of(String.valueOf(next));
            };
        complete &= piece.isPresent();
        filled.append(piece.orElse(""));
      }
      return complete ? Optional.of(filled.toString()) : Optional.empty();
    }

    private Optional<String> choice() {
      Optional<String> first = part();
      Optional<String> second = Optional.of("");
      if (template.charAt(at) == '|') {
        at++;
        second = part();
      }
      at++;
      return first.isEmpty() ? second : first;
    }

    private Optional<String> place() {
      int end = template.indexOf('}', at);
      String[] place = template.substring(at, end).split(":", 2);
      at = end + 1;
      String format = place.length == 1 ? "" : place[1];
      return Optional.ofNullable(arguments.get(place[0])).map(value -> text(value, format));
    }

    private String text(Object value, String format) {
      if (value instanceof List<?> list) {
        return list.stream().map(each -> text(each, format)).collect(Collectors.joining(and));
      }
      if (value instanceof Message message) {
        return message.in(Language.this);
      }
      if (value instanceof Map<?, ?> message) {
        @SuppressWarnings("unchecked")
        Map<String, ?> own = (Map<String, ?>) message.get("arguments");
        return render((String) message.get("code"), own).orElse((String) message.get("text"));
      }
      if (format.endsWith(".")) {
        return render(format + value, arguments).orElse(value.toString());
      }
      if (format.startsWith("#")) {
        String[] nouns = format.substring(1).split("\\|");
        return NumberText.counted(text(value, ""), nouns[0], nouns[1]);
      }
      if (value instanceof Number number) {
        String[] unlike = format.split("≠", 2);
        return unlike.length == 2 && arguments.get(unlike[1]) instanceof Number bound
            ? NumberText.apart(
                number.doubleValue(), bound.doubleValue(), each -> text(each, unlike[0]))
            : number(number, unlike[0]);
      }
      return value.toString();
    }

    private String number(Number number, String format) {
      return switch (format) {
        case "" ->
            number instanceof Double decimal
                ? NumberText.decimal(decimal)
                : NumberText.count(number);
        case "%" -> NumberText.exactPercent(number.doubleValue()).replace(" %", percent);
        default -> NumberText.of("%,." + format + "f", number.doubleValue());
      };
    }
  }
}
