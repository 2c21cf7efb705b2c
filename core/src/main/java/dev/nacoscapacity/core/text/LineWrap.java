package dev.nacoscapacity.core.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Wraps a long text at the width of a terminal. */
public final class LineWrap {

  private static final int WIDTH = 100;

  private LineWrap() {}

  /** Prints sentences under a table: as a Markdown list, or wrapped for a terminal. */
  public static void print(List<String> paragraphs, Format format, PrintWriter out) {
    if (!format.forPrograms()) {
      out.println();
    }
    for (String paragraph : paragraphs) {
      if (format == Format.MARKDOWN) {
        out.println("- " + paragraph);
      } else {
        lines("", "  ", paragraph).forEach(out::println);
      }
    }
    out.flush();
  }

  /**
   * Wraps a text between words.
   *
   * @param label prefix of the first line
   * @param indent prefix of the other lines
   */
  public static List<String> lines(String label, String indent, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(label);
    int empty = label.length();
    for (String word : text.split(" ")) {
      if (line.length() > empty && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
        empty = indent.length();
      }
      line.append(line.length() > empty ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
