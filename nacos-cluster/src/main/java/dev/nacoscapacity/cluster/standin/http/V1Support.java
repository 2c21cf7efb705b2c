package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.protocol.Compatibility;
import dev.nacoscapacity.cluster.protocol.Http;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** How much of HTTP v1 a stand-in's nodes have, besides v3, like servers of different versions. */
public enum V1Support {
  /** All of it, as servers up to 2.x. */
  FULL,
  /** The calls of clients, as in 3.0 and 3.1 by default; the rest answers 410. */
  CLIENTS,
  /** Nothing, as in 3.0 and 3.1 with the switch for clients off as well: 410. */
  OFF,
  /** Almost nothing, as in servers since 3.2: 404. */
  REMOVED;

  /** What 3.2 kept for 2.x clients: alibaba/nacos issue 14050. */
  private static final Set<String> KEPT = Set.of(Http.CLIENT_LOGIN, Http.OPERATOR_METRICS);

  /**
   * Parses a word: {@code full}, {@code clients}, {@code off} or {@code removed}.
   *
   * @param key of the setting that says so
   * @throws IllegalArgumentException when it is none of these
   */
  public static V1Support of(String key, String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is one of %s, not '%s'"
                        .formatted(
                            key,
                            Arrays.stream(values())
                                .map(V1Support::word)
                                .collect(Collectors.joining(", ")),
                            word)));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a path of v1 is answered. */
  boolean has(String path) {
    return switch (this) {
      case FULL -> true;
      case CLIENTS -> Compatibility.of(path).filter(Compatibility.CLIENT::equals).isPresent();
      case OFF -> false;
      case REMOVED -> KEPT.contains(path);
    };
  }
}
