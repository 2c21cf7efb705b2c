package dev.nacoscapacity.cluster.protocol;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The switches of Nacos 3.0 and 3.1 that keep HTTP v1; requests to an API that is off are answered
 * with 410. From 3.2 on there are none, since v1 is a project of its own, {@value #ADAPTER}.
 *
 * <p>Source: Nacos 3.1's {@code ApiCompatibilityConfig} and the {@code @Compatibility} of its
 * controllers; alibaba/nacos issue 14050.
 */
public enum Compatibility {
  /** What clients call, logins and metrics among it; on unless it is switched off. */
  CLIENT,
  /** Members and the catalogue of services; off unless it is switched on. */
  CONSOLE;

  /** The project that adds v1 to a server that has removed it. */
  public static final String ADAPTER = "nacos-api-legacy-adapter";

  private static final String V1 = "/nacos/v1/";
  private static final Set<String> OF_CONSOLE = Set.of(Http.CLUSTER_NODES, Http.CATALOG_SERVICES);

  /** The key in {@code application.properties}, which a node rereads while it runs. */
  public String property() {
    return "nacos.core.api.compatibility." + name().toLowerCase(Locale.ROOT) + ".enabled";
  }

  /**
   * The switch of a path in {@link Http}; empty for paths that are not of v1, or that no 3.x has.
   */
  public static Optional<Compatibility> of(String path) {
    if (!path.startsWith(V1) || path.equals(Http.NAMESPACES)) {
      return Optional.empty();
    }
    return Optional.of(OF_CONSOLE.contains(path) ? CONSOLE : CLIENT);
  }
}
