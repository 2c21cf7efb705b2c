package dev.nacoscapacity.core.verdict;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One finding about a run, as data: a page renders it in any {@link Language} from code and
 * arguments.
 *
 * @param code of the finding: stable and in camel case, for example {@code latency}; the key of its
 *     sentence
 * @param arguments of the sentence: figures, names of nodes and operations
 * @param text the sentence in English, rendered when the run was judged, for people who read the
 *     record itself
 */
public record Reason(Severity severity, String code, Map<String, Object> arguments, String text) {

  public Reason {
    arguments = new Message(code, arguments, text).arguments();
  }

  /** A reason whose sentence has no arguments. */
  public static Reason of(Severity severity, String code) {
    return of(severity, Message.of(code));
  }

  /** A reason and its sentence. */
  public static Reason of(Severity severity, String code, Arguments arguments) {
    return of(severity, Message.of(code, arguments));
  }

  private static Reason of(Severity severity, Message message) {
    return new Reason(severity, message.code(), message.arguments(), message.text());
  }

  /** The same reason with one more argument. */
  public Reason with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(arguments);
    more.put(name, value);
    return of(severity, Message.of(code, more));
  }

  /** The sentence in a language. */
  public String in(Language language) {
    return message().in(language);
  }

  /** Its heading in the document that {@link Verdict#help} names: {@code #missing}. */
  String anchor() {
    return "#" + code.toLowerCase(Locale.ROOT);
  }

  /** The reason without its severity. */
  public Message message() {
    return new Message(code, arguments, text);
  }
}
