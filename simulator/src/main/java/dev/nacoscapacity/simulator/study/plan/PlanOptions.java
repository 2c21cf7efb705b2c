package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.simulator.options.ResultOption;
import dev.nacoscapacity.simulator.options.ShippedFile;
import dev.nacoscapacity.simulator.target.Targets;
import java.nio.file.Path;
import java.time.Instant;
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

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = {
        "multiply instances, services, connections, thread limits, heap, and cores where the plan"
            + " names them, by this;",
        "auto: by the cores here over the 80 of the published report (default: 1)"
      })
  private String scale;

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      defaultValue = "local",
      description =
          "local: clusters of bin/nacos-cluster; model[:NAME|FILE]: a model of them, with the"
              + " settings of each row over its own (default: ${DEFAULT-VALUE})")
  private String target;

  @Option(names = "--dry-run", description = "only print what would be run")
  private boolean dryRun;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new or to be resumed (default: runs/<utc>-<name>)")
  private Path out;

  @Mixin private ResultOption result;
  @Mixin private LanguageOption language;

  ResultOption result() {
    return result;
  }

  Language language() {
    return language.language();
  }

  /** Whether this is a dry run. */
  public boolean dryRun() {
    return dryRun;
  }

  /**
   * The target of the rows.
   *
   * @throws UsageException when it is no cluster that a plan can set up
   */
  String target() {
    if (!target.equals(Targets.LOCAL) && !Targets.isModel(target)) {
      throw new UsageException(
          "a plan sets up what its rows ask for: --target is local or model[:NAME|FILE]"
              + (target.equals(Targets.EMBEDDED)
                  ? "; for a stand-in write version: embedded in the plan"
                  : "; on a cluster of yours make a run of each row, bin/simulator --target "
                      + target));
    }
    return target;
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
