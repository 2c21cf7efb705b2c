package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Sha256;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The model of a page that opens from disk, without a network. The page contains its words, style,
 * scripts and data, and a content security policy that forbids everything else.
 */
interface HtmlPage {

  Translations WORDS = Translations.load();

  /** The full build of ECharts: the smaller ones cannot draw a heat map. A megabyte, read once. */
  String ECHARTS = resource("/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js");

  String HASH_OF_ECHARTS = hash(ECHARTS);

  TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, HtmlPage.class.getClassLoader(), HtmlPage.class.getPackageName());

  DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Name of the template, which is compiled with this package. */
  String template();

  /** Names of the page's own scripts, in the order in which they run. */
  List<String> scripts();

  /** The data for the scripts. */
  Object data();

  /**
   * The page.
   *
   * @param language in which it opens, where it is not English: then the reader's browser decides
   */
  default byte[] html(Language language) {
    StringOutput html = new StringOutput();
    TEMPLATES.render(template(), Map.of("page", this, "language", language), html);
    return html.toString().getBytes(UTF_8);
  }

  default Translations words() {
    return WORDS;
  }

  default String style() {
    return resource("page.css");
  }

  default String echarts() {
    return ECHARTS;
  }

  default String script() {
    return scripts().stream()
        .map(HtmlPage::resource)
        .collect(joining("\n", "\"use strict\";\n", ""));
  }

  default String dataJson() {
    return ScriptJson.of(new TreeMap<>(Map.of("run", data(), "words", WORDS.all())));
  }

  /**
   * The content security policy: nothing from outside, and only the style and the scripts of this
   * page, by their hashes.
   */
  default String policy() {
    return "default-src 'none'; img-src data:; style-src %s; script-src %s; base-uri 'none'; form-action 'none'"
        .formatted(hash(style()), HASH_OF_ECHARTS + " " + hash(script()));
  }

  private static String hash(String element) {
    byte[] sha = Sha256.of(element.getBytes(UTF_8));
    return "'sha256-%s'".formatted(Base64.getEncoder().encodeToString(sha));
  }

  /** Reads a text file of this package, or of another package by an absolute path. */
  static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is part of this program", e);
    }
  }

  /** A date and time of day. */
  static String utc(Instant time) {
    return UTC.format(time);
  }
}
