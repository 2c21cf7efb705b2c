package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of commands that run a plan, beside those of the plan itself. */
public final class PlanRunOptions {

  @Option(
      names = "--exit-on",
      paramLabel = "fail|never",
      defaultValue = "fail",
      description =
          "fail: exit with 1 when a row fails, 2 when one is inconclusive; never: with 0 whatever"
              + " the verdicts (default: ${DEFAULT-VALUE})")
  private ExitRule on;

  @Option(
      names = "--reconfigure-cmd",
      paramLabel = "COMMAND",
      converter = ShellCommand.Converter.class,
      description =
          "gives a cluster of yours the settings of a row, in sh -c, in place of a person who is"
              + " asked; needed without a terminal; true: it has them already; {version}, {nodes},"
              + " {auth} and {auth-cache} (on, off), {heap} and {row} are the row's")
  private ShellCommand reconfigure;

  private enum ExitRule {
    FAIL,
    NEVER
  }

  /** The exit code after all rows were run. */
  int code(Status worst) {
    return on == ExitRule.NEVER ? ExitCode.OK : worst.exitCode();
  }

  /** The command that applies a row's settings to a cluster of others; empty to ask a person. */
  Optional<ShellCommand> reconfigure() {
    return Optional.ofNullable(reconfigure);
  }
}
