package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.OnOff;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.ResultOption;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.size.SizeOptions;
import dev.nacoscapacity.simulator.study.size.SizeQuestion;
import dev.nacoscapacity.simulator.study.size.SizeStudy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code bin/simulator size}. */
@Command(
    name = "size",
    description = {
      "Predicts how many nodes, cores and how much heap a load needs, by runs on models: "
          + "prints the smallest cluster of each kind that passes, what breaks first beyond it, "
          + "and how far off that may be.",
      "Without --cores each odd number of nodes gets the smallest of 1, 2, 4, 8, 16 or 32 "
          + "cores that passes; with it the smallest number of nodes is searched. Without "
          + "--heap a node has the smallest of 1, 2, 4, 8, 16g of which less than half is live."
    },
    footer = {
      "",
      "Examples:",
      "  bin/simulator size --instances 60000 --auth --survive 1",
      "  bin/simulator size --instances 60000 --auth --cores 8 --heap 8g --speed 1.3",
      "",
      "Exit codes: 0 found, 1 none of the clusters passes, 2 cut short, 64 wrong usage."
    })
final class SizeCommand implements Callable<Integer> {

  /** Expiry acts after 15 s and is checked every 5 s, so that severe failures show in this time. */
  private static final Duration WINDOW = Duration.ofSeconds(30);

  /**
   * The default ramp of a model takes half of this time. Registrations would then be a sixth of the
   * load, so that a node with a later utilization of 85 % would be saturated in the ramp, and
   * reported as the bottleneck.
   */
  private static final Duration RAMP = Duration.ofSeconds(60);

  @ParentCommand private SimulatorCommand main;

  @Mixin private SizeOptions size;

  @Option(names = "--auth", description = "send a token with each call")
  private boolean auth;

  @Option(
      names = "--auth-cache",
      paramLabel = "on|off",
      description = "nodes remember verified tokens (default: off)")
  private OnOff authCache;

  @Mixin private WorkloadOptions workload;
  @Mixin private ThresholdOptions thresholds;
  @Mixin private ResultOption result;
  @Mixin private LanguageOption language;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new (default: runs/<utc>-size-<instances>)")
  private Path out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (authCache == OnOff.ON && !auth) {
      throw new UsageException("--auth-cache on needs --auth");
    }
    size.versions().ifPresent(workload::follow);
    workload.requireForModel();
    Workload load =
        workload.workload(workload.instances(), Duration.ZERO, auth, InstantSource.system());
    Criteria bounds =
        thresholds.criteria(workload.criteria(Criteria.defaults().withMinWindow(WINDOW)));
    ParseResult given = spec.commandLine().getParseResult();
    SizeQuestion question =
        size.question(
            load.withTiming(timing(load.timing(), given, bounds)),
            workload.connectionEach(),
            auth,
            authCache == OnOff.ON,
            workload.realServer());
    if (given.hasMatchedOption("--duration")) {
      ThresholdOptions.requireLongEnough("--duration", load.timing().duration(), bounds);
    }
    Path path = folder(load);
    Study begun =
        Study.begin(
            SizeStudy.KIND, "How large must a cluster be?", StudyQuestion.of(spec), Instant.now());
    ModelRuns models = new ModelRuns(main.err(), language.language());
    main.err().println(Prediction.words().in(language.language()));
    // Signals must also be handled between runs.
    try (ShutdownSignals signals = new StopSignal().onSignal(main.err(), language.language(), "")) {
      int exitCode =
          new SizeStudy(
                  question, path, begun, models, bounds, language.language(), main.err()::println)
              .run(result.summaries(main.out()));
      result.print(path, main.out());
      return exitCode;
    } finally {
      main.err().println(Prediction.words().in(language.language()));
    }
  }

  private Path folder(Workload load) {
    if (out == null) {
      return RunFolder.fresh(Path.of("runs"), Instant.now(), "size-" + load.instances());
    }
    if (Study.isIn(out)) {
      throw new UsageException("--out", out + " holds a study already: name another folder");
    }
    Recorder.requireEmpty(out);
    return out;
  }

  /** The load of full runs: as asked for, or as brief and as gentle as a model needs. */
  private static Timing timing(Timing asked, ParseResult given, Criteria bounds) {
    Duration least = Duration.ofSeconds((long) Math.ceil(bounds.minWindowSeconds()));
    Timing timing = given.hasMatchedOption("--ramp") ? asked : asked.withRamp(RAMP);
    return given.hasMatchedOption("--duration")
        ? timing
        : timing.withDuration(least.compareTo(WINDOW) > 0 ? least : WINDOW);
  }
}
