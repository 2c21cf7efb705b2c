package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.experiment.Experiment;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * Options for the steady state that must hold before the faults and return after them; without
 * their dashes the keys of a file's hypothesis.
 */
public final class HypothesisOptions {

  /** Largest share of calls that may fail in the steady state. */
  private static final double FAILED = 0.001;

  /** Its p99 may be this many times the baseline's, or above it by the slack. */
  private static final double P99_FACTOR = 1.2;

  private static final Duration P99_SLACK = Duration.ofMillis(10);

  /** A cluster that just started takes up to two minutes to be steady. */
  private static final Duration GATE = Duration.ofMinutes(3);

  @Option(
      names = "--steady-duration",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "how long the steady state must hold to count (default: ${DEFAULT-VALUE})")
  private Duration stretch;

  @Option(
      names = "--drop-tolerance",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "instances that the registry drops although they beat are data loss, unless all are back "
              + "within this time (default: ${DEFAULT-VALUE}, each drop fails the trial)")
  private Duration dropTolerance;

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
    return new Experiment.Hypothesis(
        FAILED,
        stretch.toMillis() / 1e3,
        P99_FACTOR,
        P99_SLACK.toMillis(),
        dropTolerance.toMillis() / 1e3,
        Map.of());
  }

  /** How long to wait for the steady state before the first fault. */
  public Duration gate() {
    return Collections.max(List.of(GATE, stretch.multipliedBy(4)));
  }

  /** How long to wait for the steady state to return. */
  public Duration observe() {
    return observe;
  }
}
