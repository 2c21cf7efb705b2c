package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.cluster.protocol.UnexpectedAnswer;

/** Makes text from other parties safe for a terminal and a log. */
public final class PrintableText {

  private static final int MAX_LENGTH = 120;

  private PrintableText() {}

  /**
   * Replaces control characters, line and paragraph separators, and marks for the writing direction
   * by {@code \}{@code uXXXX}, and truncates to {@value #MAX_LENGTH} characters.
   */
  public static String of(String text) {
    return UnexpectedAnswer.printableStart(text, MAX_LENGTH);
  }
}
