package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;

/** The files that the page is made of. */
final class Assets {

  /** The full build: the smaller ones cannot draw a heat map. */
  private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.min.js";

  private static final List<String> SCRIPTS =
      List.of("words.js", "figures.js", "plots.js", "chart.js", "table.js", "follow.js", "page.js");

  private static final List<String> COMPARE_SCRIPTS =
      List.of(
          "words.js", "figures.js", "plots.js", "compare.js", "chart.js", "table.js", "page.js");

  private static final List<String> STUDY_SCRIPTS = List.of("words.js", "figures.js", "study.js");

  private static final List<String> CALIBRATION_SCRIPTS =
      List.of("words.js", "figures.js", "calibration.js");

  private Assets() {}

  static String style() {
    return text("page.css");
  }

  static String echarts() {
    return text(ECHARTS);
  }

  static String script() {
    return joined(SCRIPTS);
  }

  /** The same for several runs in one plot. */
  static String compareScript() {
    return joined(COMPARE_SCRIPTS);
  }

  /** A study's, which has no axis of time. */
  static String studyScript() {
    return joined(STUDY_SCRIPTS);
  }

  /** A calibration's, which draws bars. */
  static String calibrationScript() {
    return joined(CALIBRATION_SCRIPTS);
  }

  private static String joined(List<String> scripts) {
    return scripts.stream()
        .map(Assets::text)
        .collect(Collectors.joining("\n", "\"use strict\";\n", ""));
  }

  static String text(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is part of this program", e);
    }
  }
}
