package dev.nacoscapacity.core.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wraps a long text at the width of a terminal. */
public final class LineWrap {

  private static final int WIDTH = 100;

  /** What takes two columns of a terminal: the scripts of East Asia and their punctuation. */
  private static final Pattern WIDE =
      Pattern.compile(
          "[\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60]");

  /**
   * A word, or a Chinese character, before which a line may end; with the spaces before it. No line
   * begins with what closes a part of a sentence, nor ends with what opens one.
   */
  private static final Pattern PIECE =
      Pattern.compile(
          " *(?:[（“]*(?:\\p{IsHan}|[^ \\p{IsHan}（“，。；：、）！？”]+)[，。；：、）！？”]*|[（“，。；：、）！？”]+)| +$");

  /** Labels are padded to this, so that what they label stands in one column. */
  private static final int LABEL = 12;

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

  /** How many columns of a terminal a text takes. */
  public static int width(String text) {
    return text.length() + (int) WIDE.matcher(text).results().count();
  }

  /** Wraps texts in a column of their own, with a label in front of the first. */
  public static List<String> labelled(String label, List<String> texts) {
    String indent = " ".repeat(LABEL);
    List<String> lines = new ArrayList<>();
    String first = label + " ".repeat(Math.max(1, LABEL - width(label)));
    for (String text : texts) {
      lines.addAll(lines(lines.isEmpty() ? first : indent, indent, text));
    }
    return lines;
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
    int width = width(label);
    Matcher piece = PIECE.matcher(text);
    while (piece.find()) {
      String word = piece.group();
      if (line.length() > empty && width + width(word) > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
        empty = indent.length();
        width = width(indent);
        word = word.stripLeading();
      }
      line.append(word);
      width += width(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
