package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.cluster.hook.Operator;
import dev.nacoscapacity.simulator.options.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for breaking and healing the nodes of a cluster that this project did not start. */
final class HookOptions {

  private static final Duration OF_COMMANDS = Duration.ofSeconds(60);
  private static final Duration OF_PEOPLE = Duration.ofMinutes(10);

  @Option(
      names = "--break-cmd",
      paramLabel = "COMMAND",
      description =
          "breaks a node of --target HOST:PORT,…, in sh -c, once for each node; {node} in it is "
              + "HOST:PORT, {ip} the address, {fault} kill, pause or partition")
  private String breaks;

  @Option(
      names = "--heal-cmd",
      paramLabel = "COMMAND",
      description = "heals it again, likewise; true where something else does")
  private String heals;

  @Option(
      names = "--by-hand",
      description = "ask a person at this terminal to break and heal nodes")
  private boolean byHand;

  @Option(
      names = "--hook-timeout",
      paramLabel = "TIME",
      description = "for each command (default: 60s), or for the person (default: 10m)")
  private Duration timeout;

  /**
   * The hooks of the options.
   *
   * @param err stream for requests to a person
   * @return null when this project breaks the nodes itself
   * @throws UsageException when the options contradict each other
   */
  Hooks hooks(PrintStream err) {
    boolean commands = breaks != null || heals != null;
    if (commands && byHand) {
      throw new UsageException(
          "--by-hand", "asks a person in place of commands: leave --break-cmd and --heal-cmd out");
    }
    if (commands && (breaks == null || heals == null)) {
      throw new UsageException(
          breaks == null
              ? "--heal-cmd needs --break-cmd COMMAND, which breaks a node"
              : "--break-cmd needs --heal-cmd COMMAND, which heals the node again: write --heal-cmd"
                  + " true where something else does, a supervisor for example");
    }
    if (timeout != null) {
      UsageException.unless(
          commands || byHand, "--hook-timeout", "is for --break-cmd and --by-hand: leave it out");
      UsageException.unless(!timeout.isZero(), "--hook-timeout", "is above 0, not 0");
    }
    if (byHand) {
      return new Hooks.ByHand(new Operator(System.in, err), timeout == null ? OF_PEOPLE : timeout);
    }
    return commands
        ? new Hooks.Commands(
            breaks, heals, timeout == null ? OF_COMMANDS : timeout, Path.of("").toAbsolutePath())
        : null;
  }

  /** The given options, for another command line. */
  List<String> args() {
    List<String> args = new ArrayList<>();
    if (breaks != null) {
      args.add("--break-cmd=" + breaks);
    }
    if (heals != null) {
      args.add("--heal-cmd=" + heals);
    }
    if (byHand) {
      args.add("--by-hand");
    }
    if (timeout != null) {
      args.add("--hook-timeout=" + timeout.toMillis() + "ms");
    }
    return args;
  }
}
