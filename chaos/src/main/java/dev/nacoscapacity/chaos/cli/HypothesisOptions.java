package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.Hypothesis;
import dev.nacoscapacity.simulator.options.UsageException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options for the steady state that must hold before the faults and return after them. */
final class HypothesisOptions {

  @Option(
      names = "--stretch",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "how long the steady state must hold to count (default: ${DEFAULT-VALUE})")
  private Duration stretch;

  @Option(
      names = "--failed",
      paramLabel = "SHARE",
      defaultValue = "0.001",
      description = "largest share of calls that may fail in it (default: ${DEFAULT-VALUE})")
  private double failed;

  @Option(
      names = "--drop-tolerance",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "instances that the registry drops although they beat are data loss, unless all are back "
              + "within this time (default: ${DEFAULT-VALUE}, each drop fails the trial)")
  private Duration dropTolerance;

  @Option(
      names = "--gate",
      paramLabel = "TIME",
      defaultValue = "120s",
      description = "how long to wait for it before anything is broken (default: ${DEFAULT-VALUE})")
  private Duration gate;

  @Option(
      names = "--observe",
      paramLabel = "TIME",
      defaultValue = "180s",
      description = "how long to wait for it to come back (default: ${DEFAULT-VALUE})")
  private Duration observe;

  Hypothesis hypothesis() {
    Hypothesis usual = Hypothesis.DEFAULT;
    try {
      return new Hypothesis(
          stretch,
          failed,
          usual.p99Factor(),
          usual.p99Slack(),
          dropTolerance,
          gate,
          usual.accepted());
    } catch (IllegalArgumentException e) {
      // The message begins with the name of the figure, which is also the name of the option.
      String[] complaint = e.getMessage().split(" ", 2);
      throw new UsageException("--" + complaint[0], complaint[1]);
    }
  }

  Duration observe() {
    return observe;
  }
}
