package dev.nacoscapacity.reports.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A long text as lines that a terminal need not wrap. */
public final class Wrapped {

  private static final int WIDTH = 100;

  private Wrapped() {}

  /** Prints sentences under a table: a list of Markdown, or lines that a terminal need not wrap. */
  public static void print(List<String> paragraphs, Format format, PrintWriter out) {
    if (format != Format.CSV) {
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
   * Breaks a text between words.
   *
   * @param label begins the first line
   * @param indent begins the others
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
