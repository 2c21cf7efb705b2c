package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.simulator.run.Progress;
import java.util.List;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.page.LivePage;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.CriteriaOptions;
import dev.nacoscapacity.simulator.options.MetricsOptions;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.UiOptions;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/simulator}: one run of a fleet against a registry. */
@Command(
    name = "simulator",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = "Stands in for N service instances of a Nacos registry and judges how it fares.",
    footer = {
      "",
      "Examples:",
      "  bin/simulator --instances 35000 --auth",
      "  bin/simulator --instances 1000 --auth --target local --duration 90s",
      "  bin/simulator --instances 2000 --target 10.0.0.1:8848,10.0.0.2:8848 --yes",
      "",
      "Exit codes: 0 pass, 1 fail, 2 inconclusive, 64 wrong usage, 70 internal error."
    })
final class SimulatorCommand implements Callable<Integer> {

  private static final String STAND_IN =
      "The target is a stand-in: this run proves the tool, and nothing about Nacos's capacity.";

  private final PrintStream stdout;
  private final PrintStream stderr;
  private final List<Progress> watchers;

  @Mixin private WorkloadOptions workload;
  @Mixin private TargetOptions target;
  @Mixin private CriteriaOptions criteria;
  @Mixin private MetricsOptions metrics;
  @Mixin private UiOptions ui;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "folder of the run's record (default: runs/<utc>-<name>)")
  private Path out;

  SimulatorCommand(PrintStream stdout, PrintStream stderr, List<Progress> watchers) {
    this.stdout = stdout;
    this.stderr = stderr;
    this.watchers = watchers;
  }

  @Override
  public Integer call() {
    InstantSource clock = InstantSource.system();
    Criteria bounds = criteria.criteria();
    RunSettings settings = workload.settings(target.isStandIn(), target.auth(), clock);
    target.requireConsistent();
    ResourceCheck room = ResourceCheck.forRun(settings, target.shape());
    if (room.shortage().isPresent()) {
      stderr.println(room.shortage().get().sentence());
      return ExitCode.INCONCLUSIVE;
    }
    if (out != null) {
      Recorder.requireEmpty(out);
    }
    if (!target.isStandIn()) {
      return run(settings, bounds, room, clock);
    }
    stderr.println(STAND_IN);
    int exitCode = run(settings, bounds, room, clock);
    // Last as well: the end of a script's log is what is read.
    stderr.println(STAND_IN);
    return exitCode;
  }

  private int run(RunSettings settings, Criteria bounds, ResourceCheck room, InstantSource clock) {
    StopSignal stop = new StopSignal();
    try (MetricsEndpoint endpoint = metrics.open(stderr::println);
        LivePage page = ui.open(stderr::println);
        ShutdownSignals interrupts = ShutdownSignals.stopOnSignal(stop, stderr);
        OpenTarget registry =
            interrupts.whileOpening(
                () -> target.open(room.standInApart(), workload.realServer(), stderr::println))) {
      Instant now = clock.instant();
      Session session =
          new Session(settings, registry, target, bounds, stop, Scenario.NONE, stderr);
      watchers.forEach(watcher -> session.alsoTell(nodes -> watcher));
      if (endpoint != null) {
        session.alsoTell(endpoint::metrics);
      }
      Path folder = folder(settings, registry, now);
      if (page != null) {
        page.show(folder);
      }
      int exitCode = session.run(folder, now, (run, where) -> judge(run, where, bounds));
      if (page != null) {
        page.over();
      }
      return exitCode;
    }
  }

  private Path folder(RunSettings settings, OpenTarget registry, Instant now) {
    String name = settings.population().instances() + "-" + registry.description().kind();
    return out == null ? RunFolder.fresh(Path.of("runs"), now, name) : out;
  }

  private RunRecord judge(RunRecord run, Path where, Criteria bounds) {
    RunRecord judged = run.toBuilder().verdict(Judge.standard().judge(run, bounds)).build();
    Summary.print(judged, where, stdout);
    return judged;
  }
}
