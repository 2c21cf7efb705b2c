package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.text.Wrapped;
import java.io.PrintWriter;
import java.util.List;

/** Sentences under a table: a list of Markdown, or lines that a terminal need not wrap. */
final class Paragraphs {

  private final PrintWriter out;

  Paragraphs(PrintWriter out) {
    this.out = out;
  }

  void print(List<String> paragraphs, Format format) {
    if (format != Format.CSV) {
      out.println();
    }
    for (String paragraph : paragraphs) {
      if (format == Format.MARKDOWN) {
        out.println("- " + paragraph);
      } else {
        Wrapped.lines("", "  ", paragraph).forEach(out::println);
      }
    }
    out.flush();
  }
}
