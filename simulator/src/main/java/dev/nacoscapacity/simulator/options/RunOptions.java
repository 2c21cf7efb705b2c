package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.reports.record.Remarks;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every command that loads a registry shares. */
public final class RunOptions {

  private static final Path RUNS = Path.of("runs");
  private static final Duration STAND_IN_WARM_UP = Duration.ofSeconds(10);
  private static final Duration WARM_UP = Duration.ofSeconds(60);

  /** Its nodes are warm from the beginning. */
  private static final Duration MODEL_WARM_UP = Duration.ZERO;

  @Mixin private WorkloadOptions workload;
  @Mixin private TargetOptions target;
  @Mixin private CriteriaOptions criteria;
  @Mixin private LiveOptions live;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "folder of the record, or of the study with all its records (default: runs/<utc>-<name>)")
  private Path out;

  @Option(names = "--title", paramLabel = "TEXT", description = "stands over the page")
  private String title;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "stands on the page, as why the run was made; may be given several times")
  private List<String> notes = List.of();

  /** What whoever starts the run says of it; null for nothing. */
  public Remarks remarks() {
    return title == null && notes.isEmpty() ? null : new Remarks(title, notes);
  }

  public WorkloadOptions workload() {
    return workload;
  }

  public TargetOptions target() {
    return target;
  }

  public CriteriaOptions criteria() {
    return criteria;
  }

  public LiveOptions live() {
    return live;
  }

  /** The folder that was asked for; null when none was. */
  public Path out() {
    return out;
  }

  /**
   * The folder that was asked for, or a new one.
   *
   * @param name of the new one, behind the time
   */
  public Path folder(String name) {
    return out == null ? RunFolder.fresh(RUNS, Instant.now(), name) : out;
  }

  /**
   * The settings of a run that begins now, of as many instances as were asked for.
   *
   * @throws UsageException when options contradict each other
   */
  public RunSettings settings() {
    return settings(workload.instances());
  }

  /** The same for another number of instances. */
  public RunSettings settings(int instances) {
    if (target.isModel()) {
      return settings(instances, MODEL_WARM_UP);
    }
    return settings(instances, target.isStandIn() ? STAND_IN_WARM_UP : WARM_UP);
  }

  /**
   * The same.
   *
   * @param defaultWarmUp unless another was asked for
   */
  public RunSettings settings(int instances, Duration defaultWarmUp) {
    if (target.isModel()) {
      workload.requireForModel();
      live.requireForModel();
    }
    return workload.settings(instances, defaultWarmUp, target.auth(), InstantSource.system());
  }
}
