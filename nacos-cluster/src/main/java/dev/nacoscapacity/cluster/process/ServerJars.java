package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Distribution;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The real server's class path, and the main class on it.
 *
 * @param folder of the server, for files derived from its jars
 * @param jars in the order of the class path
 */
record ServerJars(Path folder, String main, List<Path> jars) {

  /** The class that starts a server, in the first jar of each class path. */
  static final String STARTER = "dev.nacoscapacity.cluster.server.GrpcBindAddress";

  private static final String START = "nacos-cluster/server-start";

  /** The module of the jar for servers without a token cache of their own. */
  private static final String AUTH_CACHE = "nacos-cluster/auth-cache";

  /** In the state folder: the servers of official distributions, as jars. */
  private static final String UNPACKED = "distributions";

  /** The modules that a cluster's server is built from. */
  static List<String> modules(ClusterSpec spec) {
    List<String> modules = new ArrayList<>(List.of(START));
    if (spec.home() == null) {
      modules.add(module(spec.version()));
    }
    if (addsCache(spec)) {
      modules.add(AUTH_CACHE);
    }
    return modules;
  }

  private static String module(ServerVersion version) {
    return "nacos-cluster/server-" + version;
  }

  private static boolean addsCache(ClusterSpec spec) {
    return spec.authCache() && spec.version().tokenCache().isEmpty();
  }

  /**
   * The jars of a cluster's server.
   *
   * @param project this project's folder, where the build assembled them
   * @param state where those of an official distribution are unpacked
   * @throws ClusterException if the jars are missing
   */
  static ServerJars of(ClusterSpec spec, Path project, StateFolder state) {
    ServerJars server =
        spec.home() == null
            ? assembled(project, spec.version())
            : unpacked(spec.home(), state.path().resolve(UNPACKED));
    Path starter = built(project, START, "lib/server-start.jar", "what starts real servers");
    return new ServerJars(
        server.folder,
        server.main,
        Stream.concat(Stream.of(starter), server.jars.stream()).toList());
  }

  /** The jars that the build assembled. */
  static ServerJars assembled(Path project, ServerVersion version) {
    Path target = project.resolve(module(version)).resolve("target");
    List<Path> jars = jarsIn(target.resolve("lib"));
    List<String> first = version.firstJars();
    if (jars.isEmpty()
        || !first.stream().allMatch(prefix -> jars.stream().anyMatch(jar -> leads(jar, prefix)))) {
      throw missing("the server of Nacos " + version, target);
    }
    return new ServerJars(target, version.main(), ordered(jars, first));
  }

  private static ServerJars unpacked(Distribution server, Path all) {
    Path folder = all.resolve(server.version() + "-" + server.key());
    Path jars = folder.resolve("lib");
    if (!Files.isDirectory(jars)) {
      server.unpack(jars);
    }
    // The names are numbered in the order of the distribution.
    return new ServerJars(folder, server.main(), ordered(jarsIn(jars), List.of()));
  }

  /**
   * The class path of a cluster's nodes, with the additions of the spec at its end, since the class
   * archive stays valid when a jar is appended.
   */
  ServerJars with(ClusterSpec spec, Path project) {
    if (!addsCache(spec)) {
      return this;
    }
    Path cache = built(project, AUTH_CACHE, "auth-cache.jar", "the token cache of Nacos 1.4");
    return new ServerJars(folder, main, Stream.concat(jars.stream(), Stream.of(cache)).toList());
  }

  private static Path built(Path project, String module, String name, String what) {
    Path jar = project.resolve(module).resolve("target").resolve(name);
    if (!Files.exists(jar)) {
      throw missing(what, jar);
    }
    return jar;
  }

  private static ClusterException missing(String what, Path where) {
    return new ClusterException(
        "%s is missing in %s: in a checkout run mvn -DskipTests package".formatted(what, where));
  }

  private static List<Path> jarsIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The same jars in the same order each time, since the archive of loaded classes is only good for
   * the same class path.
   */
  private static List<Path> ordered(List<Path> jars, List<String> first) {
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
