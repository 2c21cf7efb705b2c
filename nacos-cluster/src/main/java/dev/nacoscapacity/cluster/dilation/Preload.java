package dev.nacoscapacity.cluster.dilation;

import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The library that is preloaded into a process to give it the time of a cluster. */
final class Preload {

  /** Environment variable of the dynamic linker, ld.so(8). */
  static final String VARIABLE = "LD_PRELOAD";

  /** Where a build leaves it; a release has it there, too. */
  private static final String FOLDER = "nacos-cluster/target/dilation";

  private static final Path MAPS = Path.of("/proc/self/maps");

  private Preload() {}

  /**
   * The library for this machine.
   *
   * @throws InconclusiveException when there is none
   */
  static Path library() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (!system.startsWith("linux")) {
      throw new InconclusiveException(
          "time can be slowed on Linux only, and this is %s: leave --cores out"
              .formatted(System.getProperty("os.name")));
    }
    Path library = in(Checkout.home());
    if (!Files.isReadable(library)) {
      throw new InconclusiveException(
          "there is no %s, which slows the nodes' time: install a C compiler (apt-get install gcc libc6-dev), then remove nacos-cluster/target/.built; or leave --cores out"
              .formatted(library.getFileName()));
    }
    return library;
  }

  /** Where the library for this machine is in a checkout or a release, if it was built. */
  static Path in(Path home) {
    return home.resolve(FOLDER)
        .resolve("dilation-linux-%s.so".formatted(System.getProperty("os.arch")))
        .toAbsolutePath();
  }

  /**
   * Refuses a machine whose dynamic linker does not take the library.
   *
   * @throws InconclusiveException when there is none, or it is not taken
   */
  static void require() {
    require(library());
  }

  static void require(Path library) {
    String said = said(library);
    if (!said.isEmpty()) {
      throw new InconclusiveException(
          "this machine does not preload %s, which slows the nodes' time (%s): build it here, on glibc, in a folder without spaces; or leave --cores out"
              .formatted(library, said));
    }
  }

  /** The first line that a program prints with the library; empty for none, which is right. */
  private static String said(Path library) {
    ProcessBuilder program = new ProcessBuilder("true").redirectErrorStream(true);
    program.environment().put(VARIABLE, library.toString());
    try (BufferedReader output = program.start().inputReader()) {
      return output.lines().findFirst().orElse("");
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /** Whether the preload of this process has mapped a clock. */
  static boolean hasMapped(Path clock) {
    try (Stream<String> maps = Files.lines(MAPS)) {
      String name = clock.toRealPath().toString();
      // Java's own mapping is writable, the preload's is not.
      return maps.anyMatch(line -> line.endsWith(" " + name) && line.contains(" r--s "));
    } catch (IOException e) {
      return false;
    }
  }
}
