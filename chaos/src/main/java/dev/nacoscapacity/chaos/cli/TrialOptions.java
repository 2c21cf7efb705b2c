package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.MetricsOptions;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.UiOptions;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command with trials shares: the fleet, the registry, how often, and where to. */
final class TrialOptions {

  private static final Path RUNS = Path.of("runs");

  @Mixin WorkloadOptions workload;
  @Mixin TargetOptions target;
  @Mixin CriteriaOptions criteria;
  @Mixin MetricsOptions metrics;
  @Mixin UiOptions ui;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "how many trials (default: ${DEFAULT-VALUE})")
  private int repeat;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the record, or of the trials' (default: runs/<utc>-<name>)")
  Path out;

  /**
   * The fleet's size, as it was asked for.
   *
   * @throws UsageException when it was not
   */
  int instances() {
    return workload
        .settings(target.isStandIn(), target.auth(), InstantSource.system())
        .population()
        .instances();
  }

  /** The settings of a run of this size that begins now. */
  RunSettings settings(int instances) {
    Duration usual =
        target.isStandIn() ? WorkloadOptions.STAND_IN_WARM_UP : WorkloadOptions.WARM_UP;
    return workload.settings(instances, usual, target.auth(), InstantSource.system());
  }

  /** How many trials. */
  int repeat() {
    if (repeat < 1) {
      throw new UsageException("--repeat is 1 or more, not " + repeat);
    }
    return repeat;
  }

  /** The folder that was asked for, or a new one. */
  Path folder(String name) {
    return out == null ? RunFolder.fresh(RUNS, Instant.now(), name) : out;
  }
}
