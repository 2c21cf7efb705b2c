package dev.nacoscapacity.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings of a real cluster under one name. The settings are recorded, not the name. */
public enum Tuning {
  /** The server's own defaults. */
  DEFAULT,

  /**
   * Those of the published report: G1 with a pause goal of 100 ms, 4,000 Tomcat threads, 200 of
   * them spare, roles and permissions cached.
   */
  PUBLISHED;

  private static final int MAX_THREADS = 4000;
  private static final int SPARE_THREADS = 200;

  /** Lines of {@code application.properties} with the version's own keys. */
  Map<String, String> settings(ServerVersion version) {
    if (this == DEFAULT) {
      return Map.of();
    }
    if (!version.real()) {
      throw new IllegalArgumentException("tuning is for real nodes: leave it out with embedded");
    }
    Map<String, String> settings = new HashMap<>(version.tomcatThreads(MAX_THREADS, SPARE_THREADS));
    settings.put("nacos.core.auth.caching.enabled", "true");
    return settings;
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
