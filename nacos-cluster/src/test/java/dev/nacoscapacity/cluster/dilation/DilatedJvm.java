package dev.nacoscapacity.cluster.dilation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs {@link DilatedProgram} in a JVM of its own. */
final class DilatedJvm {

  /** The library of this build; {@code src/main/c/build} makes it where a C compiler is. */
  static final Path LIBRARY = Preload.in(Path.of(".."));

  private DilatedJvm() {}

  static boolean hasLibrary() {
    return Files.isReadable(LIBRARY);
  }

  /**
   * The lines that it prints.
   *
   * @param clock in whose time it lives; empty for the wall's
   */
  static List<String> run(Optional<ClusterClock> clock, List<String> program) throws IOException {
    return run(clock, program, Map.of());
  }

  /**
   * @param more of the environment
   */
  static List<String> run(
      Optional<ClusterClock> clock, List<String> program, Map<String, String> more)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DilatedProgram.class.getName()));
    command.addAll(program);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    clock.ifPresent(time -> builder.environment().putAll(time.environment(LIBRARY)));
    builder.environment().putAll(more);
    return builder.start().inputReader().lines().toList();
  }

  /** A figure of a line of words. */
  static double figure(String line, int index) {
    return Double.parseDouble(line.split(" ")[index]);
  }
}
