package dev.nacoscapacity.reports.text;

/**
 * A column of a table.
 *
 * @param heading for people
 * @param name for programs: the CSV's heading
 * @param pattern of its numbers, as {@link String#format} takes it; null when it holds text
 * @param wideOnly whether a terminal, which is narrow, goes without it
 */
public record Column(String heading, String name, String pattern, boolean wideOnly) {

  private static final int LONGEST_TEXT = 48;

  /** A column of words, to the left. */
  public static Column text(String heading, String name) {
    return new Column(heading, name, null, false);
  }

  /**
   * A column of numbers, to the right.
   *
   * @param decimals shown to people
   */
  public static Column number(String heading, String name, int decimals) {
    return new Column(heading, name, "%,." + decimals + "f", false);
  }

  /** The same, but not for a terminal. */
  public Column onlyWide() {
    return new Column(heading, name, pattern, true);
  }

  boolean numeric() {
    return pattern != null;
  }

  /** A cell short enough for a terminal. */
  String showShort(Object value) {
    String text = show(value);
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
  }

  /** A cell as people read it; text may stand among numbers. */
  String show(Object value) {
    if (value == null) {
      return NumberText.UNKNOWN;
    }
    return value instanceof Number number
        ? NumberText.of(pattern, number.doubleValue())
        : value.toString();
  }
}
