package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Distribution;
import dev.nacoscapacity.cluster.ServerVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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

  private static final String LIB = "lib";

  /** The module of the jar for servers without a token cache of their own. */
  private static final String AUTH_CACHE = "nacos-cluster/auth-cache";

  /** In the state folder: the servers of official distributions, as jars, and fetched ones. */
  static final String UNPACKED = "distributions";

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

  private static Path target(Path project, ServerVersion version) {
    return project.resolve(module(version)).resolve("target");
  }

  private static Optional<LockedJars> locked(Path project, ServerVersion version) {
    return LockedJars.in(target(project, version), "Nacos " + version);
  }

  /** Where the jars of a release's server are once they were fetched. */
  private static Optional<Path> fetched(Path project, ServerVersion version, StateFolder state) {
    return locked(project, version)
        .map(jars -> version + "-" + jars.key(target(project, version)))
        .map(state.path().resolve(UNPACKED)::resolve);
  }

  /**
   * Fetches the server of a cluster unless the build or an earlier call left it here, as links to
   * Maven's local repository.
   *
   * @param fetch returns the files of the list
   * @throws ClusterException if the links cannot be written
   */
  static void fetch(
      ClusterSpec spec, Path project, StateFolder state, Function<LockedJars, List<Path>> fetch) {
    ServerVersion version = spec.version();
    Path target = target(project, version);
    Optional<Path> fetched = fetched(project, version, state);
    if (spec.home() != null
        || fetched.isEmpty()
        || whole(target, version)
        || whole(fetched.get(), version)) {
      return;
    }
    Path folder = fetched.get();
    Path unfinished = folder.resolveSibling("unfinished-" + folder.getFileName());
    try {
      StateFolder.delete(unfinished);
      StateFolder.delete(folder);
      Path lib = Files.createDirectories(unfinished.resolve(LIB));
      List<Path> jars = new ArrayList<>(jarsIn(target.resolve(LIB)));
      jars.addAll(fetch.apply(locked(project, version).orElseThrow()));
      for (Path jar : jars) {
        Files.createSymbolicLink(lib.resolve(name(jar)), jar);
      }
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ClusterException("cannot write %s: %s".formatted(folder, e), e);
    }
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
            ? own(project, spec.version(), state)
            : unpacked(spec.home(), state.path().resolve(UNPACKED));
    Path starter = built(project, START, "lib/server-start.jar", "what starts real servers");
    return new ServerJars(
        server.folder,
        server.main,
        Stream.concat(Stream.of(starter), server.jars.stream()).toList());
  }

  private static ServerJars own(Path project, ServerVersion version, StateFolder state) {
    return fetched(project, version, state)
        .filter(folder -> whole(folder, version))
        .map(folder -> in(folder, version))
        .orElseGet(() -> assembled(project, version));
  }

  /** The jars that the build assembled. */
  static ServerJars assembled(Path project, ServerVersion version) {
    Path target = target(project, version);
    if (!whole(target, version)) {
      throw locked(project, version).isPresent()
          ? new ClusterException(
              "jars of Nacos %1$s are gone: fetch them by bin/nacos-cluster install %1$s"
                  .formatted(version))
          : missing("the server of Nacos " + version, target);
    }
    return in(target, version);
  }

  private static ServerJars in(Path folder, ServerVersion version) {
    return new ServerJars(
        folder, version.main(), ordered(jarsIn(folder.resolve(LIB)), version.firstJars()));
  }

  /** Whether a folder has a server's jars; a link to a file that is gone is none. */
  private static boolean whole(Path folder, ServerVersion version) {
    List<Path> jars = jarsIn(folder.resolve(LIB));
    return jars.stream().allMatch(Files::exists)
        && version.firstJars().stream()
            .allMatch(prefix -> jars.stream().anyMatch(jar -> leads(jar, prefix)));
  }

  private static ServerJars unpacked(Distribution server, Path all) {
    Path folder = all.resolve(server.version() + "-" + server.key());
    Path jars = folder.resolve(LIB);
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

  /** The server's own jars: those of its folder. */
  List<Path> own() {
    return jars.stream().filter(jar -> jar.startsWith(folder.resolve(LIB))).toList();
  }

  /** The starter, and what a spec adds. */
  List<Path> others() {
    return jars.stream().filter(jar -> !jar.startsWith(folder.resolve(LIB))).toList();
  }

  String classPath() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  private static String name(Path jar) {
    return jar.getFileName().toString();
  }
}
