package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The metadata of instances: keys and values in ASCII that needs no escape in JSON. */
public final class Metadata {

  private static final String PADDING = "padding";

  /** The length in bytes of the shortest metadata as JSON that contains padding. */
  public static final int SHORTEST = json(Map.of(PADDING, "")).length();

  private Metadata() {}

  /**
   * Pads metadata to a length.
   *
   * @param needed entries that the result always contains
   * @param bytes the least length of the result as JSON; 0 for no padding
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

  /** The longest padded metadata of an instance, as JSON. */
  public static String longest(Traffic traffic) {
    int bytes = traffic.classes().stream().mapToInt(ServiceClass::metadataBytes).max().orElse(0);
    return json(of(Map.of(), bytes));
  }

  /** The metadata as JSON, as a registration contains them. */
  public static String json(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .map(each -> "\"%s\":\"%s\"".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
