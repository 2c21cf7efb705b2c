package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.core.cli.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for breaking and healing the nodes of a cluster that this project did not start. */
final class HookOptions {

  /** The time limit of each command, which may wait for a person. */
  static final Duration LIMIT = Duration.ofMinutes(10);

  @Option(
      names = "--break-cmd",
      paramLabel = "COMMAND",
      converter = ShellCommand.Converter.class,
      description =
          "breaks a node of --target HOST:PORT,…, in sh -c, once for each node; {node} in it is "
              + "HOST:PORT, {ip} the address, {fault} kill, pause or partition")
  private ShellCommand breaks;

  @Option(
      names = "--heal-cmd",
      paramLabel = "COMMAND",
      converter = ShellCommand.Converter.class,
      description = "heals it again, likewise; true where something else does")
  private ShellCommand heals;

  /**
   * The hooks of the options.
   *
   * @param err stream for what failed commands printed
   * @return empty when this project breaks the nodes itself
   * @throws UsageException when the options contradict each other
   */
  Optional<Hooks> hooks(PrintStream err) {
    boolean commands = breaks != null || heals != null;
    if (commands && (breaks == null || heals == null)) {
      throw new UsageException(
          breaks == null
              ? "--heal-cmd needs --break-cmd COMMAND, which breaks a node"
              : "--break-cmd needs --heal-cmd COMMAND, which heals the node again: write --heal-cmd"
                  + " true where something else does, a supervisor for example");
    }
    if (!commands) {
      return Optional.empty();
    }
    return Optional.of(
        new Hooks.Commands(breaks, heals, LIMIT, Path.of("").toAbsolutePath(), err::println));
  }
}
