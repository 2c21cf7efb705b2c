package dev.nacoscapacity.simulator.preflight.guard;

/** Makes foreign text safe for a terminal and a log. */
public final class Printable {

  private static final int MOST = 120;

  private Printable() {}

  /**
   * The text with control characters, line and paragraph separators and marks for the writing
   * direction replaced by {@code \}{@code uXXXX}, truncated to {@value #MOST} characters.
   */
  public static String of(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(MOST, text.length()); i++) {
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
    return text.length() > MOST ? safe + "…" : safe.toString();
  }
}
