package dev.nacoscapacity.simulator.preflight.guard;

/** Makes text from other parties safe for a terminal and a log. */
public final class Printable {

  private static final int MAX_LENGTH = 120;

  private Printable() {}

  /**
   * Replaces control characters, line and paragraph separators, and marks for the writing direction
   * by {@code \}{@code uXXXX}, and truncates to {@value #MAX_LENGTH} characters.
   */
  public static String of(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(MAX_LENGTH, text.length()); i++) {
      char c = text.charAt(i);
      switch (Character.getType(c)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            safe.append("\\u%04x".formatted((int) c));
        default -> safe.append(c);
      }
    }
    return text.length() > MAX_LENGTH ? safe + "…" : safe.toString();
  }
}
