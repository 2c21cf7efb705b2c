package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.cluster.process.LockedJars;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The folder of JMeter: laid out by the build or, in a release, on first use. */
final class JmeterHome {

  private static final String LAUNCHER = "bin/ApacheJMeter.jar";

  private JmeterHome() {}

  /**
   * The folder, which is laid out if there is none.
   *
   * @param target where the build leaves JMeter, or the list of its jars
   * @param state where it is laid out
   * @param fetch returns the files of the list
   * @throws InconclusiveException when it cannot be laid out
   */
  static Path of(Path target, Path state, Function<LockedJars, List<Path>> fetch) {
    LockedJars jars = LockedJars.in(target, "JMeter").orElse(new LockedJars("JMeter", List.of()));
    Path home = state.toAbsolutePath().resolve("distributions/jmeter-" + jars.key(target));
    if (jars.jars().isEmpty() || Files.exists(target.resolve("jmeter").resolve(LAUNCHER))) {
      return target.resolve("jmeter");
    }
    try {
      if (!whole(home)) {
        layOut(fetch.apply(jars), home);
      }
      return home;
    } catch (IOException e) {
      throw new InconclusiveException(
          "cannot lay out JMeter in %s (%s): name a folder of yours in NACOS_CLUSTER_STATE"
              .formatted(home, e),
          e);
    }
  }

  private static boolean whole(Path home) throws IOException {
    if (!Files.exists(home.resolve(LAUNCHER))) {
      return false;
    }
    // A link's file may be gone from Maven's local repository.
    try (Stream<Path> files = Files.walk(home)) {
      return files.allMatch(Files::exists);
    }
  }

  private static void layOut(List<Path> jars, Path home) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve("lib/ext"));
    for (Path jar : jars) {
      boolean ours = jar.toString().contains("/org/apache/jmeter/");
      Path link = home.resolve(ours ? "lib/ext" : "lib").resolve(jar.getFileName());
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, jar);
      if (link.getFileName().toString().startsWith("ApacheJMeter_config-")) {
        unpack(jar, home);
      }
    }
    for (Path jar : jars) {
      if (jar.getFileName().toString().startsWith("ApacheJMeter-")) {
        // It finds its home by its own path, in which it resolves links. Last, since it says that
        // all is there.
        Files.copy(jar, home.resolve(LAUNCHER), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Copies the settings. */
  private static void unpack(Path jar, Path home) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(zip.getPath("/bin"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = home.resolve(file.toString().substring(1));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
