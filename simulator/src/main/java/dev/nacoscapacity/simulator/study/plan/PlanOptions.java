package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.options.EntryOption;
import dev.nacoscapacity.simulator.options.NodeListPreprocessor;
import dev.nacoscapacity.simulator.options.ReachOptions;
import dev.nacoscapacity.simulator.options.ShippedFile;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.Targets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The plan, its scale, and its folder: options of every command with plans. */
public final class PlanOptions {

  /** Cores of the five 16-core nodes for which the shipped plans are sized. */
  private static final int PUBLISHED_CORES = 80;

  private static final String AUTO = "auto";
  private static final String SHIPPED = "plans";

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "a plan's file, or the name of a shipped one (see the folder plans/)")
  private String file;

  @Parameters(
      index = "1..*",
      paramLabel = "OPTION",
      description = "behind --, options of every row's run, for example -- --yes --username ops")
  private List<String> rowOptions = List.of();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = {
        "multiply instances, services, connections, thread limits and heap, not node-cpus, by"
            + " this;",
        "auto: by the cores here over the 80 of the published report (default: 1)"
      })
  private String scale;

  @Option(
      names = "--target",
      preprocessor = NodeListPreprocessor.class,
      paramLabel = "TARGET",
      defaultValue = "local",
      description =
          "local: clusters of bin/nacos-cluster; model[:NAME|FILE]: a model of them, with the"
              + " settings of each row over its own; HOST:PORT[,HOST:PORT...]: a cluster of yours,"
              + " which is what every row asks for (default: ${DEFAULT-VALUE})")
  private String target;

  @Mixin private ReachOptions reach;
  @Mixin private EntryOption entry;

  @Option(names = "--dry-run", description = "only print what would be run")
  private boolean dryRun;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new or to be resumed (default: runs/<utc>-<name>)")
  private Path out;

  @Option(
      names = "--exit-on",
      paramLabel = "fail|never",
      defaultValue = "fail",
      description =
          "fail: exit with 1 when a row fails, 2 when one is inconclusive; never: with 0 whatever"
              + " the verdicts (default: ${DEFAULT-VALUE})")
  private ExitRule exitOn;

  @Option(names = "--title", paramLabel = "TEXT", description = "title of each page")
  private String title;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "a remark on each page; may be repeated")
  private List<String> notes = List.of();

  private enum ExitRule {
    FAIL,
    NEVER
  }

  /** The exit code after all rows were run. */
  int exitCode(Status worst) {
    return exitOn == ExitRule.NEVER ? ExitCode.OK : worst.exitCode();
  }

  /** What each row's run is given besides what its row says. */
  List<String> ofEachRun() {
    List<String> all = new ArrayList<>();
    if (title != null) {
      all.add("--title=" + title);
    }
    notes.forEach(note -> all.add("--note=" + note));
    return all;
  }

  /** Whether this is a dry run. */
  public boolean dryRun() {
    return dryRun;
  }

  /** What becomes of the names of nodes: a dry run contacts nothing. */
  Address.Names names() {
    return dryRun ? Address.Names.AS_WRITTEN : Address.Names.LOOKED_UP;
  }

  /** The target of the rows. */
  public String target() {
    return target;
  }

  /**
   * How to get to the nodes of a cluster of others.
   *
   * @throws UsageException when an option's value cannot be used, or contradicts others
   */
  Reach reach() {
    return reach.reach(entry.endpoints(names()), !isGiven());
  }

  /** Whether the target is a cluster that this project does not set up for each row. */
  public boolean isGiven() {
    return !target.equals(Targets.LOCAL) && !Targets.isModel(target);
  }

  /**
   * Options of every row's run.
   *
   * @throws UsageException when they are no options of a run, or contradict others
   */
  public List<String> rowOptions() {
    if (!rowOptions.isEmpty() && !rowOptions.get(0).startsWith("--")) {
      throw new UsageException(
          "'%s' is no option: what stands behind the plan's name is given to its rows, for example"
                  .formatted(rowOptions.get(0))
              + " -- --yes");
    }
    Set<String> planNames =
        new CommandLine(new PlanOptions()).getCommandSpec().optionsMap().keySet();
    for (String option : rowOptions) {
      String name = option.split("=", 2)[0];
      UsageException.unless(
          !planNames.contains(name),
          name,
          "is an option of the plan's: write it in front of the --");
    }
    // Before rows have begun.
    reach();
    List<String> all = new ArrayList<>(reach.args());
    all.addAll(entry.args());
    all.addAll(rowOptions);
    return all;
  }

  /** The study's folder. */
  public Path folder() {
    return out == null ? RunFolder.fresh(Path.of("runs"), Instant.now(), name()) : out;
  }

  /**
   * The scale of the plan.
   *
   * @throws UsageException when the value is not a scale
   */
  public Scale scale() {
    if (scale.equals(AUTO)) {
      return Scale.ofMachine(Runtime.getRuntime().availableProcessors(), PUBLISHED_CORES);
    }
    try {
      return new Scale(Double.parseDouble(scale));
    } catch (NumberFormatException e) {
      throw new UsageException("--scale is a number or auto, not '" + scale + "'");
    }
  }

  Path source() {
    return ShippedFile.of("plan", SHIPPED, file);
  }

  /** The plan's name, for folders. */
  public String name() {
    return ShippedFile.name(source());
  }
}
