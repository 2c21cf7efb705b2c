package dev.nacoscapacity.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The server that a cluster's nodes run, with all that differs between its releases: a new version
 * is one more constant here, and a module {@code nacos-cluster/server-VERSION} with its jars. Each
 * constant names the changes since the previous one. Source: the releases' own {@code
 * application.properties}, {@code AuthConstants} and schemas.
 */
public enum ServerVersion {
  /** HTTP only. */
  V1_4_1(
      "1.4.1",
      Release.since("1.4.0")
          // The console's exception handler must be found first, or a wrong password is answered
          // "HTTP 0". Caucho's Hessian is before Alipay's, as in the distribution: what the latter
          // writes to the raft log no other version can read.
          .start("com.alibaba.nacos.Nacos", "nacos-console-", "hessian-4.")
          .tokenKeys("nacos.core.auth.default.token.secret.key")
          .tomcatThreads("server.tomcat.max-threads", "server.tomcat.min-spare-threads")),

  /** HTTP and gRPC; the last version to which nodes of 1.x can be upgraded one by one. */
  V2_0_4(
      "2.0.4",
      V1_4_1
          .release
          .from("2.0.0")
          .grpc()
          // Both Hessian jars are needed, and 167 of their classes have the same name: Nacos
          // serializes with Caucho's, and its pushes over gRPC use a map that only Alipay's has.
          .start("com.alibaba.nacos.Nacos", "nacos-console-", "hessian-4.")
          // The second setting is that of 2.1.
          .tokenKeys(
              "nacos.core.auth.default.token.secret.key",
              "nacos.core.auth.plugin.nacos.token.secret.key")),

  /** Auth is a plugin, with a cache of verified tokens; Spring Boot renamed Tomcat's settings. */
  V2_2_4(
      "2.2.4",
      V2_0_4
          .release
          .from("2.2.1")
          .start("dev.nacoscapacity.cluster.server.NacosServer", "server.jar", "hessian-4.")
          .tokenKeys("nacos.core.auth.plugin.nacos.token.secret.key")
          .tokenCache("nacos.core.auth.plugin.nacos.token.cache.enable")
          .tomcatThreads("server.tomcat.threads.max", "server.tomcat.threads.min-spare")
          // As in 1.4; the default of 3 s is too short for a start on a busy machine.
          .setting("db.pool.config.connectionTimeout", "30000")),

  /** There is no account until one is created. */
  V2_5_0(
      "2.5.0",
      V2_2_4
          .release
          .from("2.4.0")
          .accountless()
          // As before 2.4: a node without a console shows its namespaces in no other way.
          .setting("nacos.config.derby.ops.enabled", "true")),

  /** Administration and console are APIs of their own, v3; v1 and v2 are switched off in parts. */
  V3_1_0(
      "3.1.0",
      V2_5_0
          .release
          .from("3.0.0")
          .portKey("nacos.server.main.port")
          // The default of 4 s is too short to elect a leader; the node would exit.
          .setting("nacos.namespace.migrate.retry.times", "60")),

  /** The stand-in: Nacos's semantics without its costs, over HTTP and gRPC. */
  EMBEDDED("embedded", null);

  private final String text;
  private final Release release;

  ServerVersion(String text, Release release) {
    this.text = text;
    this.release = release;
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
    return release != null;
  }

  /** Whether its nodes answer gRPC, as 2.x clients speak it. */
  public boolean grpc() {
    return !real() || release.hasGrpc();
  }

  /**
   * The requirements of its real nodes.
   *
   * @throws IllegalArgumentException for the stand-in
   */
  public Release release() {
    if (!real()) {
      throw new IllegalArgumentException("the stand-in is no release");
    }
    return release;
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
  static Optional<ServerVersion> closestTo(String version) {
    return releases().stream()
        .filter(known -> compare(known.release.since(), version) <= 0)
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
