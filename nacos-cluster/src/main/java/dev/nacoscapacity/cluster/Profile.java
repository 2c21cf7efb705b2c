package dev.nacoscapacity.cluster;

import java.util.List;
import java.util.Map;

/** Settings of a real cluster under one name. What they are is recorded, not the name. */
public enum Profile {
  /** The server's own. */
  DEFAULT,

  /**
   * Those of the published report: G1 with a pause goal of 100 ms, 4,000 Tomcat threads, 200 of
   * them spare, roles and permissions cached.
   */
  PUBLISHED;

  private static final String MOST_THREADS = "4000";
  private static final String SPARE_THREADS = "200";

  /** Lines of {@code application.properties}, in the version's own words. */
  Map<String, String> settings(ServerVersion version) {
    if (this == DEFAULT) {
      return Map.of();
    }
    String cached = "nacos.core.auth.caching.enabled";
    return switch (version) {
      case V1_4_1 ->
          Map.of(
              "server.tomcat.max-threads",
              MOST_THREADS,
              "server.tomcat.min-spare-threads",
              SPARE_THREADS,
              cached,
              "true");
      case V2_2_4 ->
          Map.of(
              "server.tomcat.threads.max",
              MOST_THREADS,
              "server.tomcat.threads.min-spare",
              SPARE_THREADS,
              cached,
              "true");
      case EMBEDDED ->
          throw new IllegalArgumentException(
              "a profile is for real nodes: leave it out with embedded");
    };
  }

  List<String> jvmArgs() {
    return this == DEFAULT ? List.of() : List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100");
  }

  /** As written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase();
  }
}
