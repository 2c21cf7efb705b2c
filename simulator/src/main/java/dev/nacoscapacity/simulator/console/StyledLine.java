package dev.nacoscapacity.simulator.console;

/** A line that is built from left to right, with or without colours, and truncated at a width. */
final class StyledLine {

  /** The style of a piece of text. */
  enum Ink {
    PLAIN(""),
    BOLD("\033[1m"),
    DIM("\033[2m"),
    GOOD("\033[32m"),
    BAD("\033[1;31m");

    private final String on;

    Ink(String on) {
      this.on = on;
    }
  }

  private static final String OFF = "\033[0m";

  private int width;
  private final boolean colours;
  private final StringBuilder text = new StringBuilder();
  private int length;

  /**
   * @param width in characters; further text is not shown
   */
  StyledLine(int width, boolean colours) {
    this.width = width;
    this.colours = colours;
  }

  StyledLine add(String piece) {
    return add(piece, Ink.PLAIN);
  }

  StyledLine add(String piece, Ink ink) {
    String shown = piece.substring(0, Math.min(piece.length(), Math.max(0, width - length)));
    length += shown.length();
    if (colours && ink != Ink.PLAIN && !shown.isEmpty()) {
      text.append(ink.on).append(shown).append(OFF);
    } else {
      text.append(shown);
    }
    return this;
  }

  /** Fills up with spaces to a column. */
  StyledLine to(int column) {
    return add(" ".repeat(Math.max(0, column - length)));
  }

  /** Takes no more text. */
  void close() {
    width = length;
  }

  /** The text with control sequences for the terminal. */
  String text() {
    return text.toString();
  }

  /** Characters shown. */
  int length() {
    return length;
  }

  /** Characters that still fit. */
  int room() {
    return width - length;
  }
}
