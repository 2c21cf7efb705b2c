package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.reports.sheet.Format;
import java.io.PrintWriter;
import java.util.List;

/** Sentences under a table: a list of Markdown, or lines that a terminal need not wrap. */
final class Paragraphs {

  private static final int WIDTH = 100;

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
        wrapped(paragraph);
      }
    }
    out.flush();
  }

  private void wrapped(String paragraph) {
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        out.println(line);
        line.setLength(0);
        line.append(" ");
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    out.println(line);
  }
}
