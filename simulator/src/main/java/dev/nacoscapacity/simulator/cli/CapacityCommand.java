package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.MetricsOptions;
import dev.nacoscapacity.simulator.options.ShareConverter;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.study.search.CapacityStudy;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchResult;
import dev.nacoscapacity.simulator.study.search.StudySummary;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/simulator capacity}. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Searches for the largest number of instances that passes, and says what broke first, how many",
      "trials of each number passed, and how often it passes or fails at least. If the number that",
      "passes fails right after the overload, three more trials show whether by chance.",
      "An interrupted search goes on with the same options and --out DIR; --from, --to and --width",
      "may change."
    },
    footer = {
      "",
      "Example:",
      "  bin/simulator capacity --target local --auth --from 200 --to 20000",
      "",
      "Exit codes: 0 found, 1 --from fails already, 2 no bracket found, 64 wrong usage."
    })
final class CapacityCommand implements Callable<Integer> {

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Option(
      names = "--from",
      paramLabel = "N",
      required = true,
      description = "the number to begin with, which should pass")
  private int from;

  @Option(
      names = "--to",
      paramLabel = "N",
      required = true,
      description = "the largest number to try")
  private int to;

  @Option(
      names = "--width",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      converter = ShareConverter.class,
      description = "how far apart the answer's two numbers may lie (default: ${DEFAULT-VALUE})")
  private double width;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the study, new or to be resumed (default: runs/<utc>-<name>)")
  private Path out;

  @Option(
      names = "--allow-other-services",
      description = "overload a registry that holds, or may hold, services of others")
  private boolean amongOthers;

  @Mixin private WorkloadOptions workload;
  @Mixin private TargetOptions target;
  @Mixin private CriteriaOptions criteria;
  @Mixin private MetricsOptions metrics;

  @Spec private CommandSpec spec;

  CapacityCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() {
    if (workload.hasInstances()) {
      throw new UsageException("capacity searches for --instances: name --from and --to instead");
    }
    SearchRange bounds = bounds();
    InstantSource clock = InstantSource.system();
    TrialSettings settings =
        new TrialSettings(workload, target, criteria.criteria(), clock, amongOthers);
    target.requireConsistent();
    ResourceCheck room = settings.room(bounds);
    Study begun = begun(clock);
    stderr.println(settings.outlook(bounds));
    StopSignal stop = new StopSignal();
    try (MetricsEndpoint endpoint = metrics.open(stderr::println);
        ShutdownSignals interrupts = ShutdownSignals.stopOnSignal(stop, stderr);
        OpenTarget registry =
            interrupts.whileOpening(
                () -> target.open(room.standInApart(), workload.realServer(), stderr::println))) {
      Path folder =
          out == null
              ? RunFolder.fresh(
                  Path.of("runs"), clock.instant(), "capacity-" + registry.description().kind())
              : out;
      Study study = CapacityStudy.of(registry.description(), begun);
      CapacityTrial trial = new CapacityTrial(settings, registry, endpoint, folder, stop, stderr);
      Search search = new Search(bounds, settings.gentle(bounds));
      Optional<SearchResult> answer =
          new CapacityStudy(search, folder, trial, stderr::println).run(study);
      StudySummary.print(registry.description(), Study.read(folder), folder, stdout);
      if (answer.isEmpty()) {
        stderr.println("to go on: the same command with --out " + folder);
      }
      return answer.map(CapacityCommand::exitCode).orElseGet(trial::exitCode);
    }
  }

  private SearchRange bounds() {
    try {
      return new SearchRange(from, to, width);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Study begun(InstantSource clock) {
    Map<String, String> asked = StudyQuestion.of(spec);
    if (out == null || !Study.isIn(out)) {
      return Study.begin(
          CapacityStudy.KIND, "How many instances does the registry hold?", asked, clock.instant());
    }
    Study study = Study.read(out);
    return CapacityStudy.goOn(study, asked)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s holds a study with other options, %s: name another --out, or the same options;"
                            .formatted(out, study.asked())
                        + " only --from, --to and --width may change"));
  }

  private static int exitCode(SearchResult answer) {
    return switch (answer.outcome()) {
      case BRACKETED -> ExitCode.OK;
      case FAILS_FROM_THE_START -> Status.FAIL.exitCode();
      case PASSES_TO_THE_END, INCONCLUSIVE, ERRATIC -> ExitCode.INCONCLUSIVE;
    };
  }
}
