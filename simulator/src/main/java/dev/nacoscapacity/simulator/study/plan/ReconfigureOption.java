package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.hook.ShellCommand;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a cluster of others gets the settings of a row: an option of commands that ask for it. */
public final class ReconfigureOption {

  @Option(
      names = "--reconfigure-cmd",
      paramLabel = "COMMAND",
      converter = ShellCommand.Converter.class,
      description =
          "gives a cluster of yours the settings of a row, in sh -c, in place of a person who is"
              + " asked; needed without a terminal; true: it has them already; {version}, {nodes},"
              + " {auth} and {auth-cache} (on, off), {heap} and {row} are the row's")
  private ShellCommand reconfigure;

  /** The command that applies a row's settings to a cluster of others; empty to ask a person. */
  Optional<ShellCommand> reconfigure() {
    return Optional.ofNullable(reconfigure);
  }
}
