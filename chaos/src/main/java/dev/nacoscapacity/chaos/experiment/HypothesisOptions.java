package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.simulator.options.ShareConverter;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * Options for the steady state that must hold before the faults and return after them; without
 * their dashes the keys of a file's hypothesis.
 */
public final class HypothesisOptions {

  @Option(
      names = "--steady-duration",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "how long the steady state must hold to count (default: ${DEFAULT-VALUE})")
  private Duration stretch;

  @Option(
      names = "--steady-failed",
      paramLabel = "SHARE",
      defaultValue = "0.1%",
      converter = ShareConverter.class,
      description = "largest share of calls that may fail in it (default: ${DEFAULT-VALUE})")
  private double failed;

  @Option(
      names = "--p99-factor",
      paramLabel = "FACTOR",
      defaultValue = "1.2",
      description = "its p99 may be this many times the baseline's, or (default: ${DEFAULT-VALUE})")
  private double p99Factor;

  @Option(
      names = "--p99-slack",
      paramLabel = "TIME",
      defaultValue = "10ms",
      description =
          "this much above the baseline's worst second, whichever is more (default: ${DEFAULT-VALUE})")
  private Duration p99Slack;

  @Option(
      names = "--drop-tolerance",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "instances that the registry drops although they beat are data loss, unless all are back "
              + "within this time (default: ${DEFAULT-VALUE}, each drop fails the trial)")
  private Duration dropTolerance;

  @Option(
      names = "--steady-timeout",
      paramLabel = "TIME",
      defaultValue = "120s",
      description = "how long to wait for it before anything is broken (default: ${DEFAULT-VALUE})")
  private Duration gate;

  @Option(
      names = "--recovery-timeout",
      paramLabel = "TIME",
      defaultValue = "180s",
      description = "how long to wait for it to come back (default: ${DEFAULT-VALUE})")
  private Duration observe;

  /**
   * The steady state.
   *
   * @throws UsageException when an option is out of its range
   */
  public Experiment.Hypothesis hypothesis() {
    UsageException.unless(
        stretch.toSeconds() >= 1,
        "--steady-duration",
        "is 1s or more, not " + stretch.toMillis() + "ms");
    UsageException.unless(p99Factor >= 1, "--p99-factor", "is 1 or more, not " + p99Factor);
    UsageException.unless(
        gate.compareTo(stretch) >= 0,
        "--steady-timeout",
        "is at least --steady-duration (%d s), not %d s"
            .formatted(stretch.toSeconds(), gate.toSeconds()));
    return new Experiment.Hypothesis(
        failed,
        stretch.toMillis() / 1e3,
        p99Factor,
        p99Slack.toMillis(),
        dropTolerance.toMillis() / 1e3,
        Map.of());
  }

  /** How long to wait for the steady state before the first fault. */
  public Duration gate() {
    return gate;
  }

  /** How long to wait for the steady state to return. */
  public Duration observe() {
    return observe;
  }
}
