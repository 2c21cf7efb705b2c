package dev.nacoscapacity.simulator.workload;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What instances register about themselves: words of ASCII that need no escape in JSON. */
public final class Metadata {

  private static final String PADDING = "padding";

  /** The shortest that is longer than none. */
  public static final int SHORTEST = json(Map.of(PADDING, "")).length();

  private Metadata() {}

  /**
   * Metadata of a length.
   *
   * @param needed is among it in any case
   * @param bytes at least so long is it as JSON; 0 for no longer than needed
   */
  public static Map<String, String> of(Map<String, String> needed, int bytes) {
    if (json(needed).length() >= bytes) {
      return needed;
    }
    Map<String, String> padded = new LinkedHashMap<>(needed);
    padded.put(PADDING, "");
    padded.put(PADDING, "x".repeat(Math.max(0, bytes - json(padded).length())));
    return padded;
  }

  /** As it is registered. */
  public static String json(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .map(each -> "\"%s\":\"%s\"".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
