package dev.nacoscapacity.cluster.embedded.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parameters of a URL or a form. Found by looking through them: there are about ten. */
final class Params {

  static final Params NONE = new Params("");

  private final List<String> namesAndValues = new ArrayList<>(24);

  /**
   * @param encoded {@code name=value&name=value…}; what cannot be decoded is left out, as Tomcat
   *     does
   */
  Params(String encoded) {
    int start = 0;
    while (start < encoded.length()) {
      int end = encoded.indexOf('&', start);
      end = end < 0 ? encoded.length() : end;
      if (end > start) {
        add(encoded, start, end);
      }
      start = end + 1;
    }
  }

  private void add(String encoded, int start, int end) {
    int equals = encoded.indexOf('=', start);
    boolean valued = equals >= 0 && equals < end;
    try {
      String name = decode(encoded.substring(start, valued ? equals : end));
      String value = valued ? decode(encoded.substring(equals + 1, end)) : "";
      namesAndValues.add(name);
      namesAndValues.add(value);
    } catch (IllegalArgumentException e) {
      // A percent sign that stands alone.
    }
  }

  private static String decode(String text) {
    return QueryStringDecoder.decodeComponent(text); // Answers the same string if nothing is coded.
  }

  /** The first value of this name, or null. */
  String get(String name) {
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      if (namesAndValues.get(i).equals(name)) {
        return namesAndValues.get(i + 1);
      }
    }
    return null;
  }

  List<Map.Entry<String, String>> entries() {
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      entries.add(Map.entry(namesAndValues.get(i), namesAndValues.get(i + 1)));
    }
    return entries;
  }
}
