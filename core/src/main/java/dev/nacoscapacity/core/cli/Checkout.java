package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** This project's folder, where a launched command has Maven fetch and build what else it needs. */
public final class Checkout {

  /** Environment variable: the state folder, if not {@code .nacos-cluster} in the project's. */
  public static final String STATE = "NACOS_CLUSTER_STATE";

  /** System property, set by the launchers: this project's folder. */
  private static final String HOME = "nacoscapacity.home";

  /** System property, set by the launchers: the program that builds modules. */
  private static final String BUILDER = "nacoscapacity.builder";

  private Checkout() {}

  /** This project's folder; without a launcher, the working directory. */
  public static Path home() {
    return Path.of(System.getProperty(HOME, ""));
  }

  /** Where the local cluster is, and what is unpacked or fetched for it. */
  public static Path state() {
    String state = System.getenv(STATE);
    return state == null || state.isBlank() ? home().resolve(".nacos-cluster") : Path.of(state);
  }

  /**
   * Builds modules that are missing, or older than their sources. Without a launcher nothing is
   * built: tests use what their own build has made.
   *
   * @param modules their folders
   * @throws InconclusiveException when they cannot be built; stderr says why
   */
  public static void build(List<String> modules) {
    String builder = System.getProperty(BUILDER);
    if (builder != null) {
      build(builder, modules);
    }
  }

  static void build(String builder, List<String> modules) {
    String[] command = Stream.concat(Stream.of(builder), modules.stream()).toArray(String[]::new);
    try {
      Process build = new ProcessBuilder(command).inheritIO().start();
      try {
        if (build.waitFor() != 0) {
          throw new InconclusiveException("not built, see above: " + String.join(", ", modules));
        }
      } catch (InterruptedException e) {
        // Maven would outlive the script; once that has ended, its descendants are not found.
        List<ProcessHandle> descendants = build.descendants().toList();
        build.destroy();
        descendants.forEach(ProcessHandle::destroy);
        Thread.currentThread().interrupt();
        throw new InconclusiveException("interrupted while Maven built", e);
      }
    } catch (IOException e) {
      throw new InconclusiveException("cannot run " + builder + ": " + e.getMessage(), e);
    }
  }
}
