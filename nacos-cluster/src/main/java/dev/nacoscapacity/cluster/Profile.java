package dev.nacoscapacity.cluster;

import java.util.List;
import java.util.Map;

/** Settings of a real cluster under one name. The settings are recorded, not the name. */
public enum Profile {
  /** The server's own. */
  DEFAULT,

  /**
   * Those of the published report: G1 with a pause goal of 100 ms, 4,000 Tomcat threads, 200 of
   * them spare, roles and permissions cached.
   */
  PUBLISHED;

  private static final String MAX_THREADS = "4000";
  private static final String SPARE_THREADS = "200";

  /** Lines of {@code application.properties} with the version's own keys. */
  Map<String, String> settings(ServerVersion version) {
    if (this == DEFAULT) {
      return Map.of();
    }
    if (!version.real()) {
      throw new IllegalArgumentException("a profile is for real nodes: leave it out with embedded");
    }
    // Spring Boot renamed the keys in 2.3.
    boolean old = version == ServerVersion.V1_4_1;
    return Map.of(
        old ? "server.tomcat.max-threads" : "server.tomcat.threads.max",
        MAX_THREADS,
        old ? "server.tomcat.min-spare-threads" : "server.tomcat.threads.min-spare",
        SPARE_THREADS,
        "nacos.core.auth.caching.enabled",
        "true");
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
