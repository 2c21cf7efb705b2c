package dev.nacoscapacity.simulator.proc;

/**
 * Reads the Prometheus text format, version 0.0.4, in one pass. Everything that is not a sample
 * (comments, an error page, an incomplete line) is skipped, so that no body causes an error.
 */
final class PrometheusText {

  /** Receives the samples in order. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param labels as written between the braces, or empty
     */
    void sample(String name, String labels, double value);
  }

  private PrometheusText() {}

  static void read(String body, Sink sink) {
    int start = 0;
    while (start < body.length()) {
      int end = body.indexOf('\n', start);
      end = end < 0 ? body.length() : end;
      if (end > start && body.charAt(start) != '#') {
        line(body.substring(start, end), sink);
      }
      start = end + 1;
    }
  }

  private static void line(String line, Sink sink) {
    int nameEnd = 0;
    while (nameEnd < line.length() && isNamePart(line.charAt(nameEnd))) {
      nameEnd++;
    }
    int labelsEnd = nameEnd;
    String labels = "";
    if (nameEnd < line.length() && line.charAt(nameEnd) == '{') {
      labelsEnd = closingBrace(line, nameEnd + 1);
      if (labelsEnd < 0) {
        return;
      }
      labels = line.substring(nameEnd + 1, labelsEnd);
      labelsEnd++;
    }
    String value = line.substring(labelsEnd).strip();
    int timestamp = value.indexOf(' ');
    value = timestamp < 0 ? value : value.substring(0, timestamp);
    if (nameEnd == 0 || value.isEmpty()) {
      return;
    }
    try {
      sink.sample(line.substring(0, nameEnd), labels, number(value));
    } catch (NumberFormatException e) {
      // Not a sample.
    }
  }

  /** The closing brace of the labels; braces inside quoted values are skipped. */
  private static int closingBrace(String line, int from) {
    boolean quoted = false;
    for (int i = from; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '}' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isNamePart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == ':';
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
