package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import gg.jte.Content;
import gg.jte.TemplateOutput;
import gg.jte.html.escape.Escape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page's words in English and Chinese, from words.json. The page is rendered in English; its
 * script replaces the text of every element that has a key.
 *
 * @param all texts by key, in English and Chinese
 */
record Translations(Map<String, List<String>> all) {

  static Translations load() {
    try {
      return new Translations(
          new ObjectMapper().readValue(HtmlPage.resource("words.json"), new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException("words.json is part of this jar", e);
    }
  }

  boolean has(String key) {
    return all.containsKey(key);
  }

  /**
   * An element with words; the arguments replace {@code {0}}, {@code {1}}. {@code {0:#node|nodes}}
   * is {@code 1 node} or {@code 3 nodes}.
   */
  Content t(String key, String... arguments) {
    return output -> {
      output.writeContent("<span data-t=\"");
      attribute(output, key);
      for (int i = 0; i < arguments.length; i++) {
        output.writeContent("\" data-" + i + "=\"");
        attribute(output, arguments[i]);
      }
      output.writeContent("\">");
      Escape.htmlContent(english(key, arguments), output);
      output.writeContent("</span>");
    };
  }

  /** An element with a text that is not in words.json. */
  Content both(String english, String chinese) {
    return output -> {
      output.writeContent("<span data-en=\"");
      attribute(output, english);
      output.writeContent("\" data-zh=\"");
      attribute(output, chinese);
      output.writeContent("\">");
      Escape.htmlContent(english, output);
      output.writeContent("</span>");
    };
  }

  /** An element with a sentence that a record keeps as data. */
  public Content both(Message message) {
    return both(message.in(Language.ENGLISH), message.in(Language.CHINESE));
  }

  /** The words of the key {@code prefix + name}, or the name itself when there are none. */
  Content named(String prefix, String name) {
    return has(prefix + name) ? t(prefix + name) : output -> Escape.htmlContent(name, output);
  }

  String english(String key, String... arguments) {
    String text = all.get(key).get(0);
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      text =
          Pattern.compile("\\{" + i + "(?::#([^|}]*)\\|([^}]*))?}")
              .matcher(text)
              .replaceAll(
                  place ->
                      Matcher.quoteReplacement(
                          place.group(1) == null
                              ? argument
                              : NumberText.counted(argument, place.group(1), place.group(2))));
    }
    return text;
  }

  private static void attribute(TemplateOutput output, String value) {
    Escape.htmlAttribute(value, output);
  }
}
