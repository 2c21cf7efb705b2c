package dev.nacoscapacity.simulator.observe.console;

/** A line that grows to the right, in colours or without, and is cut at a width. */
final class StyledLine {

  /** How a piece of text looks. */
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
   * @param width in characters, beyond which nothing is shown
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

  /** As it goes to the terminal. */
  String text() {
    return text.toString();
  }

  /** Characters shown. */
  int length() {
    return length;
  }

  /** Characters that still fit. */
  int left() {
    return width - length;
  }
}
