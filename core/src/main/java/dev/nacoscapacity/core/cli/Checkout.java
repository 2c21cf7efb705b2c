package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * This project's folder. In a checkout Maven fetches and builds what a command needs besides its
 * own classes, such as the jars of a real server; a release has all of it.
 */
public final class Checkout {

  /** System property, set by the launchers: this project's folder. */
  public static final String HOME = "nacoscapacity.home";

  private static final String TARGET = "/target/";

  private final Path root;
  private final String maven;
  private final Consumer<String> progress;

  /**
   * @param maven its command
   */
  Checkout(Path root, String maven, Consumer<String> progress) {
    this.root = root.toAbsolutePath();
    this.maven = maven;
    this.progress = progress;
  }

  /** This project's folder; without a launcher, the working directory. */
  public static Path home() {
    return Path.of(System.getProperty(HOME, ""));
  }

  /**
   * Builds what is missing, or older than the sources of its module. Only a launched command does:
   * tests use what their own build has made.
   *
   * @param outputs files or folders below the {@code target} of a module, from this project's
   *     folder
   * @param progress receives a line if something is built
   * @throws InconclusiveException when it cannot be built, with the remedy
   */
  public static void build(List<String> outputs, Consumer<String> progress) {
    if (System.getProperty(HOME) != null) {
      new Checkout(home(), "mvn", progress).build(outputs);
    }
  }

  void build(List<String> outputs) {
    if (Files.notExists(root.resolve("pom.xml")) || outputs.stream().noneMatch(this::isStale)) {
      return;
    }
    try (FileChannel lock =
        FileChannel.open(
            Files.createDirectories(root.resolve("target")).resolve(".build.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock();
      // Another command may have built it meanwhile.
      List<String> stale = outputs.stream().filter(this::isStale).toList();
      if (!stale.isEmpty()) {
        make(stale);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isStale(String output) {
    Path built = root.resolve(output);
    Path module = root.resolve(module(output));
    try {
      if (Files.notExists(built)) {
        return true;
      }
      long time = Files.getLastModifiedTime(built).toMillis();
      return Stream.concat(
              walk(module.resolve("pom.xml")).stream(), walk(module.resolve("src/main")).stream())
          .anyMatch(source -> source.toFile().lastModified() > time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void make(List<String> outputs) throws IOException {
    String modules =
        outputs.stream().map(Checkout::module).distinct().collect(Collectors.joining(","));
    progress.accept("building " + modules + ": first use, or sources have changed");
    for (String output : outputs) {
      // Maven adds to a folder, and an old jar would stay on the class path.
      for (Path file : walk(root.resolve(output))) {
        Files.delete(file);
      }
    }
    Path log = root.resolve("target/build.log");
    if (maven(modules, log) != 0) {
      throw new InconclusiveException(
          "%s cannot be built: %s; see %s, and try mvn -pl %s package"
              .formatted(modules, firstError(log), log, modules));
    }
  }

  private int maven(String modules, Path log) {
    Process build;
    try {
      build =
          new ProcessBuilder(
                  maven,
                  "-q",
                  "-B",
                  "-pl",
                  modules,
                  "-Dmaven.test.skip=true",
                  "-Dspotless.check.skip=true",
                  "package")
              .directory(root.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new InconclusiveException(
          "Maven is needed on first use: install it, for example apt-get install maven", e);
    }
    try {
      return build.waitFor();
    } catch (InterruptedException e) {
      build.destroy();
      Thread.currentThread().interrupt();
      throw new InconclusiveException("interrupted while Maven built " + modules, e);
    }
  }

  private static String firstError(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.startsWith("[ERROR]")).findFirst().orElse("Maven failed");
    }
  }

  private static String module(String output) {
    return output.substring(0, output.indexOf(TARGET));
  }

  /** All of a folder, what is deepest first; nothing if it is not there. */
  private static List<Path> walk(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
