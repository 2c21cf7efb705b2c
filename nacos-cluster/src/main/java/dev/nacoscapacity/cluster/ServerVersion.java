package dev.nacoscapacity.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server that a cluster's nodes run, with all that differs between its releases: a new version
 * is one more constant here, and a module {@code nacos-cluster/server-VERSION} with its jars.
 * Source: the releases' own {@code application.properties}, {@code AuthConstants} and schemas.
 */
public enum ServerVersion {
  /** HTTP only. */
  V1_4_1("1.4.1", "1.4.0"),
  /** HTTP and gRPC; the last version to which nodes of 1.x can be upgraded one by one. */
  V2_0_4("2.0.4", "2.0.0"),
  /** Auth is a plugin, with a cache of verified tokens; Spring Boot renamed Tomcat's settings. */
  V2_2_4("2.2.4", "2.2.1"),
  /** There is no account until one is created. */
  V2_5_0("2.5.0", "2.4.0"),
  /** Administration and console are APIs of their own, v3; v1 and v2 are switched off in parts. */
  V3_1_0("3.1.0", "3.0.0"),
  /** The stand-in: Nacos's semantics without its costs, over HTTP and gRPC. */
  EMBEDDED("embedded", null);

  private static final String TOKEN_KEY = "nacos.core.auth.default.token.secret.key";
  private static final String PLUGINS_TOKEN_KEY = "nacos.core.auth.plugin.nacos.token.secret.key";

  private final String text;
  private final String since;

  /**
   * @param since the first version whose official distribution is run by the rules of this release
   */
  ServerVersion(String text, String since) {
    this.text = text;
    this.since = since;
  }

  /**
   * The version of this name.
   *
   * @throws IllegalArgumentException with all names, if there is no such version
   */
  public static ServerVersion of(String text) {
    return Stream.of(values())
        .filter(version -> version.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the version is one of %s, not '%s'"
                        .formatted(
                            Stream.of(values())
                                .map(ServerVersion::toString)
                                .collect(Collectors.joining(", ")),
                            text)));
  }

  /** Whether its nodes are real servers. */
  public boolean real() {
    return this != EMBEDDED;
  }

  private boolean from(ServerVersion release) {
    return real() && compareTo(release) >= 0;
  }

  /** Whether its nodes answer gRPC, as 2.x clients speak it. */
  public boolean grpc() {
    return this != V1_4_1;
  }

  /** The first version whose official distribution is run by the rules of this release. */
  String since() {
    return since;
  }

  /** The main class of the jars that this project assembles. */
  public String main() {
    return from(V2_2_4)
        ? "dev.nacoscapacity.cluster.server.Nacos%sServer"
            .formatted(text.replaceAll("\\.|\\d$", ""))
        : "com.alibaba.nacos.Nacos";
  }

  /** Prefixes of the names of those jars that must be first on the class path, in this order. */
  public List<String> firstJars() {
    // The console's exception handler must be found first, or a wrong password is answered "HTTP
    // 0". Caucho's Hessian is before Alipay's, as in the distribution: what the latter writes to
    // the raft log no other version can read. Both are needed: 167 of their classes have the same
    // name, Nacos serializes with Caucho's, and pushes over gRPC use a map that only Alipay's has.
    return List.of(from(V2_2_4) ? "server.jar" : "nacos-console-", "hessian-4.");
  }

  /** The settings for the key that signs tokens, Base64. */
  public List<String> tokenKeys() {
    return switch (this) {
      case V1_4_1 -> List.of(TOKEN_KEY);
      // The second setting is that of 2.1.
      case V2_0_4 -> List.of(TOKEN_KEY, PLUGINS_TOKEN_KEY);
      default -> List.of(PLUGINS_TOKEN_KEY);
    };
  }

  /**
   * The setting that turns on the cache of verified tokens; empty when a jar of this project
   * provides the cache.
   */
  public Optional<String> tokenCache() {
    return Optional.of("nacos.core.auth.plugin.nacos.token.cache.enable")
        .filter(key -> from(V2_2_4));
  }

  /** The settings for a number of Tomcat threads. */
  Map<String, String> tomcatThreads(int most, int spare) {
    String prefix = from(V2_2_4) ? "server.tomcat.threads." : "server.tomcat.";
    return Map.of(
        prefix + (from(V2_2_4) ? "max" : "max-threads"),
        Integer.toString(most),
        prefix + (from(V2_2_4) ? "min-spare" : "min-spare-threads"),
        Integer.toString(spare));
  }

  /** When its nodes call another one DOWN. */
  public DownRule downRule() {
    if (from(V2_5_0)) {
      return DownRule.COUNTED_AND_RETRIED;
    }
    return from(V2_2_4) ? DownRule.COUNTED : DownRule.REFUSED;
  }

  /**
   * Whether its nodes acknowledge the set-up of a connection over gRPC, as servers do since 2.3
   * ({@code SetupAckRequest}). Clients of older servers wait for a fixed time.
   */
  public boolean acknowledgesSetUp() {
    return from(V2_5_0);
  }

  /**
   * Whether its nodes have the defects over gRPC that were seen on 2.2.4, and not on later versions
   * (docs/results.md).
   */
  public boolean hasGrpcDefects() {
    return this == V2_2_4;
  }

  /** The releases whose costs are known: each has a file {@code model/nacos-VERSION.yaml}. */
  public static List<ServerVersion> modelled() {
    return releases().stream().filter(version -> version != V2_0_4).toList();
  }

  /** The setting for the HTTP port. */
  public String portKey() {
    return from(V3_1_0) ? "nacos.server.main.port" : "server.port";
  }

  /** Whether a fresh registry has the administrator nacos, whose password is nacos. */
  public boolean hasAccount() {
    return !from(V2_5_0);
  }

  /** Settings that the release requires. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    if (from(V2_2_4)) {
      // As in 1.4; the default of 3 s is too short for a start on a busy machine.
      settings.put("db.pool.config.connectionTimeout", "30000");
    }
    if (from(V2_5_0)) {
      // As before 2.4: a node without a console shows its namespaces in no other way.
      settings.put("nacos.config.derby.ops.enabled", "true");
    }
    if (from(V3_1_0)) {
      // The default of 4 s is too short to elect a leader; the node would exit.
      settings.put("nacos.namespace.migrate.retry.times", "60");
    }
    return settings;
  }

  /** The versions of the real server, oldest first. */
  static List<ServerVersion> releases() {
    return Stream.of(values()).filter(ServerVersion::real).toList();
  }

  /**
   * The known version by whose rules a server of any version is run: the newest suitable one.
   *
   * @param version for example {@code 2.3.2}
   * @return nothing when the version is too old
   */
  public static Optional<ServerVersion> closestTo(String version) {
    return releases().stream()
        .filter(candidate -> compare(candidate.since, version) <= 0)
        .max(Comparator.naturalOrder());
  }

  /** Compares the numbers of two versions, {@code 2.10.0} being above {@code 2.9.1}. */
  public static int compare(String one, String other) {
    return Arrays.compare(numbers(one), numbers(other));
  }

  private static int[] numbers(String version) {
    return Stream.of(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
  }

  /** As written on the command line and in {@code spec.json}. */
  @Override
  public String toString() {
    return text;
  }
}
