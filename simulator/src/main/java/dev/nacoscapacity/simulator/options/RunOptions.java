package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
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
  @Mixin private ThresholdOptions thresholds;
  @Mixin private LiveOptions live;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "folder of the record, or of the study with all its records (default: runs/<utc>-<name>)")
  private Path out;

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      description =
          "a label of the run on its page, in its record and in its metrics, such as build=42; the"
              + " tag title is the page's; may be repeated")
  private Map<String, String> tags = Map.of();

  /** Read before the command line is parsed, which it completes. */
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML with options that are not on the command line, such as 'instances: 2000'; a variable"
              + " such as NACOS_CAPACITY_INSTANCES wins over it")
  private Path config;

  @Mixin private ResultOption result;
  @Mixin private LanguageOption language;

  @Option(names = "--quiet", description = "print no progress")
  private boolean quiet;

  /**
   * The user's tags.
   *
   * @throws UsageException when a tag could not be a label of a metric
   */
  public RunNotes remarks() {
    tags.keySet()
        .forEach(
            key ->
                UsageException.unless(
                    key.matches("[a-zA-Z_][a-zA-Z0-9_]*") && !key.equals("run"),
                    "--tag",
                    "is KEY=VALUE with a key of letters, digits and _, other than run; not '%s'"
                        .formatted(key)));
    return new RunNotes(tags);
  }

  /** The option for the form of the result. */
  public ResultOption result() {
    return result;
  }

  /** The language of what people read. */
  public Language language() {
    return language.language();
  }

  /** Whether to print no progress. */
  public boolean isQuiet() {
    return quiet;
  }

  /**
   * Checks the options of the target for contradictions, and prompts for the password if necessary.
   *
   * @throws UsageException when options contradict each other
   */
  public void requireConsistent() {
    remarks();
    target.requireConsistent();
  }

  public WorkloadOptions workload() {
    workload.follow(target.httpOption());
    return workload;
  }

  public TargetOptions target() {
    return target;
  }

  /** The usual bounds; in place of these those of the profile, and of the options before all. */
  public Criteria criteria() {
    return criteria(Criteria.defaults());
  }

  /** The same over other usual bounds. */
  public Criteria criteria(Criteria usual) {
    return thresholds.criteria(workload.criteria(usual));
  }

  /**
   * Refuses bounds that would have no effect on a trial with faults.
   *
   * @throws UsageException naming one, and where it stands
   */
  public void requireOfTrials() {
    thresholds.requireOfTrials();
    workload.requireOfTrials();
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
    return settings(instances, usualWarmUp());
  }

  private Duration usualWarmUp() {
    if (target.isModel()) {
      return MODEL_WARM_UP;
    }
    return target.isStandIn() ? STAND_IN_WARM_UP : WARM_UP;
  }

  /**
   * The settings of a run with another number of instances.
   *
   * @param defaultWarmUp warm-up if none is given
   */
  public Workload settings(int instances, Duration defaultWarmUp) {
    requireForModel();
    return workload().workload(instances, defaultWarmUp, target.auth(), InstantSource.system());
  }

  /**
   * The settings of a run that begins now, in which clients call one API at a constant rate.
   *
   * @throws UsageException when options contradict each other
   */
  public Workload settings(ApiRate rate, int clients) {
    return settings(rate, clients, usualWarmUp());
  }

  /**
   * The settings of such a run.
   *
   * @param defaultWarmUp warm-up if none is given
   */
  public Workload settings(ApiRate rate, int clients, Duration defaultWarmUp) {
    requireForModel();
    UsageException.unless(
        !target.isModel() || !rate.persistent(),
        "--persistent",
        "is for servers, and a model keeps no persistent instances: leave it out");
    return workload().workload(rate, clients, defaultWarmUp, target.auth(), InstantSource.system());
  }

  private void requireForModel() {
    if (target.isModel()) {
      workload().requireForModel();
      live.requireForModel();
    }
  }
}
