package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.simulator.options.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command with trials: those of a run, and the number of trials. */
final class TrialOptions {

  @Mixin private RunOptions run;
  @Mixin private HookOptions hooks;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many trials (default: ${DEFAULT-VALUE})")
  private int repeat;

  RunOptions run() {
    return run;
  }

  /**
   * The bounds of trials.
   *
   * @throws UsageException when one judges no trial
   */
  Criteria criteria() {
    run.requireOfTrials();
    return run.criteria();
  }

  HookOptions hooks() {
    return hooks;
  }

  /** The number of trials. */
  int repeat() {
    if (repeat < 1) {
      throw new UsageException("--repeat", "is 1 or more, not " + repeat);
    }
    return repeat;
  }
}
