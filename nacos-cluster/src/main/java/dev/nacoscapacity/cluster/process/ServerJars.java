package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The real server's class path.
 *
 * @param jars in the order of the class path
 */
record ServerJars(List<Path> jars) {

  /** For 1.4 only: 2.x has a cache of its own, which a setting turns on. */
  private static final String AUTH_CACHE = "nacos-cluster/auth-cache";

  /**
   * Finds the jars that the build assembled.
   *
   * @param home this project's folder
   * @throws ClusterException if they are not there
   */
  static ServerJars assembled(Path home, ServerVersion version) {
    String module = "nacos-cluster/server-" + version;
    Path folder = home.resolve(module).resolve("target/lib");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
        List<String> first = Release.of(version).firstJars();
        if (first.stream().allMatch(prefix -> jars.stream().anyMatch(jar -> leads(jar, prefix)))) {
          return new ServerJars(ordered(jars, first));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new ClusterException(
        "the jars of Nacos " + version + " are not assembled: mvn -pl " + module + " package");
  }

  /**
   * The class path of a cluster's nodes: the server's jars and, last, the one that the spec adds,
   * since the archive of the server's classes stays valid when a jar is appended.
   */
  static ServerJars of(ClusterSpec spec, Path home) {
    ServerJars server = assembled(home, spec.version());
    if (!spec.authCache() || spec.version() != ServerVersion.V1_4_1) {
      return server;
    }
    Path cache = home.resolve(AUTH_CACHE).resolve("target/auth-cache.jar");
    if (!Files.exists(cache)) {
      throw new ClusterException(
          "the token cache of Nacos 1.4 is not built: mvn -pl " + AUTH_CACHE + " package");
    }
    return new ServerJars(Stream.concat(server.jars.stream(), Stream.of(cache)).toList());
  }

  /**
   * The same jars in the same order each time, since the archive of loaded classes is only good for
   * the same class path.
   */
  static List<Path> ordered(List<Path> jars, List<String> first) {
    return jars.stream()
        .sorted(
            Comparator.<Path>comparingInt(jar -> rank(jar, first)).thenComparing(ServerJars::name))
        .toList();
  }

  private static int rank(Path jar, List<String> first) {
    return (int) first.stream().takeWhile(prefix -> !leads(jar, prefix)).count();
  }

  private static boolean leads(Path jar, String prefix) {
    return name(jar).startsWith(prefix);
  }

  String classPath() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  private static String name(Path jar) {
    return jar.getFileName().toString();
  }
}
