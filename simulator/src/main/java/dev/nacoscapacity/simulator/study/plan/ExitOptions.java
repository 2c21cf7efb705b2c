package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import picocli.CommandLine.Option;

/** Options for the exit code of a plan. */
public final class ExitOptions {

  @Option(
      names = "--exit-on",
      paramLabel = "fail|never",
      defaultValue = "fail",
      description =
          "fail: exit with 1 when a row fails, 2 when one is inconclusive; never: with 0 whatever"
              + " the verdicts (default: ${DEFAULT-VALUE})")
  private ExitRule on;

  private enum ExitRule {
    FAIL,
    NEVER
  }

  /** The exit code after all rows were run. */
  int code(Status worst) {
    return on == ExitRule.NEVER ? ExitCode.OK : worst.exitCode();
  }
}
