package dev.nacoscapacity.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request without a body, taken apart so that other tools can send the same.
 *
 * @param method for example {@code PUT}
 * @param target the path and the query
 * @param headers in their order
 */
record Request(String method, String target, Map<String, String> headers) {

  /**
   * @throws IllegalArgumentException when the bytes are not one whole request without a body
   */
  static Request parse(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    String[] lines = text.split("\r\n");
    String[] words = lines[0].split(" ");
    if (words.length != 3 || text.indexOf("\r\n\r\n") != text.length() - 4) {
      throw new IllegalArgumentException("not one request without a body: " + lines[0]);
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(": ", 2);
      headers.put(header[0], header[1]);
    }
    return new Request(words[0], words[1], headers);
  }

  /**
   * As a wrk script. It only sets variables: wrk then builds the request once, which is the fastest
   * it can do.
   */
  String toWrkScript() {
    StringBuilder script = new StringBuilder();
    script.append("wrk.method = %s\nwrk.path = %s\n".formatted(lua(method), lua(target)));
    headers.forEach(
        (name, value) -> script.append("wrk.headers[%s] = %s\n".formatted(lua(name), lua(value))));
    return script.toString();
  }

  private static String lua(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
