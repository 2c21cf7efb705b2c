package dev.nacoscapacity.core.text;

import java.math.BigDecimal;

/**
 * A column of a table.
 *
 * @param heading for people, in English
 * @param name for programs: the heading in CSV
 * @param pattern format of its numbers, as for {@link String#format}; empty for a column of text
 * @param wideOnly whether the column is left out on a terminal, which is narrow
 */
public record Column(String heading, String name, String pattern, boolean wideOnly) {

  private static final int LONGEST_TEXT = 48;

  /** A left-aligned column of text. */
  public static Column text(String heading, String name) {
    return new Column(heading, name, "", false);
  }

  /**
   * A right-aligned column of numbers.
   *
   * @param decimals shown to people
   */
  public static Column number(String heading, String name, int decimals) {
    return new Column(heading, name, "%,." + decimals + "f", false);
  }

  /** The same column, but left out on a terminal. */
  public Column onlyWide() {
    return new Column(heading, name, pattern, true);
  }

  boolean numeric() {
    return !pattern.isEmpty();
  }

  /** A cell short enough for a terminal. */
  String showShort(Object value) {
    String text = show(value);
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
  }

  /** A cell for people; a column of numbers may contain text, or a number with its own digits. */
  String show(Object value) {
    if (value == null) {
      return NumberText.UNKNOWN;
    }
    return value instanceof Number number && !(value instanceof BigDecimal)
        ? NumberText.of(pattern, number.doubleValue())
        : value.toString();
  }
}
