package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that loads a registry. */
public final class RunOptions {

  private static final Path RUNS = Path.of("runs");
  private static final Duration STAND_IN_WARM_UP = Duration.ofSeconds(10);
  private static final Duration WARM_UP = Duration.ofSeconds(60);

  /** The nodes of a model are warm from the beginning. */
  private static final Duration MODEL_WARM_UP = Duration.ZERO;

  @Mixin private WorkloadOptions workload;
  @Mixin private TargetOptions target;
  @Mixin private ThresholdOptions criteria;
  @Mixin private LiveOptions live;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "folder of the record, or of the study with all its records (default: runs/<utc>-<name>)")
  private Path out;

  @Option(names = "--title", paramLabel = "TEXT", description = "title of the page")
  private String title;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "a remark on the page, for example why the run was made; may be repeated")
  private List<String> notes = List.of();

  /** The user's title and remarks. */
  public RunNotes remarks() {
    return new RunNotes(title, notes);
  }

  /**
   * Checks the options of the target for contradictions, and prompts for the password if necessary.
   *
   * @throws UsageException when options contradict each other
   */
  public void requireConsistent() {
    target.requireConsistent();
  }

  public WorkloadOptions workload() {
    workload.follow(target.httpOption());
    return workload;
  }

  public TargetOptions target() {
    return target;
  }

  public ThresholdOptions criteria() {
    return criteria;
  }

  public LiveOptions live() {
    return live;
  }

  /** The given folder; null if not given. */
  public Path out() {
    return out;
  }

  /**
   * The given folder, or a new one.
   *
   * @param name of the new folder, which follows the time
   */
  public Path folder(String name) {
    return out == null ? RunFolder.fresh(RUNS, Instant.now(), name) : out;
  }

  /**
   * The settings of a run that begins now, with the given number of instances.
   *
   * @throws UsageException when options contradict each other
   */
  public Workload settings() {
    return settings(workload.instances());
  }

  /** The settings of a run with another number of instances. */
  public Workload settings(int instances) {
    if (target.isModel()) {
      return settings(instances, MODEL_WARM_UP);
    }
    return settings(instances, target.isStandIn() ? STAND_IN_WARM_UP : WARM_UP);
  }

  /**
   * The settings of a run with another number of instances.
   *
   * @param defaultWarmUp warm-up if none is given
   */
  public Workload settings(int instances, Duration defaultWarmUp) {
    if (target.isModel()) {
      workload().requireForModel();
      live.requireForModel();
    }
    return workload().workload(instances, defaultWarmUp, target.auth(), InstantSource.system());
  }
}
