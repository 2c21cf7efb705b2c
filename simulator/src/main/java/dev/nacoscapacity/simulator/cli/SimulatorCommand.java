package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/simulator}: one run of a fleet against a registry. */
@Command(
    name = "simulator",
    description = "Stands in for N service instances of a Nacos registry and judges how it fares.",
    footer = {
      "",
      "Examples:",
      "  bin/simulator --instances 35000 --auth",
      "  bin/simulator --instances 1000 --auth --target local --duration 90s",
      "  bin/simulator --instances 35000 --auth --target model:five-small",
      "  bin/simulator --stages 10000:5m,20000:5m,35000:10m --auth --target model:five-small",
      "  bin/simulator --instances 2000 --target 10.0.0.1:8848,10.0.0.2:8848 --dry-run",
      "  bin/simulator --instances 2000 --target 10.0.0.1:8848,10.0.0.2:8848 --yes",
      "",
      "Exit codes: 0 pass, 1 fail, 2 inconclusive, 64 wrong usage, 70 internal error."
    })
final class SimulatorCommand implements Callable<Integer> {

  private final PrintStream stdout;
  private final PrintStream stderr;

  @Mixin private RunOptions options;
  @Mixin private StageOption stages;
  @Mixin private DryRun dryRun;

  SimulatorCommand(PrintStream stdout, PrintStream stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** The stream for results. */
  PrintStream out() {
    return stdout;
  }

  /** The stream for progress and warnings. */
  PrintStream err() {
    return stderr;
  }

  @Override
  public Integer call() {
    return run(options, dryRun, options.criteria(), options::settings, "");
  }

  /**
   * Makes one run.
   *
   * @param workload what to offer, once the versions of the nodes are known
   * @param name of the load, for the folder; empty for a fleet
   */
  int run(
      RunOptions options,
      DryRun dryRun,
      Criteria criteria,
      Supplier<Workload> workload,
      String name) {
    if (dryRun.isAsked()) {
      options.target().contactNothing();
    }
    options.requireConsistent();
    stages.applyTo(options, criteria);
    dryRun.learnVersions(options);
    Workload settings = workload.get();
    ResourceCheck room = ResourceCheck.forRun(settings, options.target().shape());
    if (dryRun.isAsked()) {
      RunTime time = new LoadFigures(settings).time(options.target().shape().nodes());
      DryRun.print(options, loads(settings), time, criteria, stdout);
    }
    room.requireRoom();
    if (stages.isAsked()) {
      room.requireOneProcess();
    }
    if (options.out() != null) {
      Recorder.requireEmpty(options.out());
    }
    if (dryRun.isAsked()) {
      return ExitCode.OK;
    }
    int exitCode = run(options, settings, criteria, room, name);
    // Also printed last, since readers look at the end of a log.
    Session.caption(options.target(), options.language()).ifPresent(stderr::println);
    return exitCode;
  }

  /** What is offered: at each stage, or all along. */
  private List<Workload> loads(Workload settings) {
    return stages.isAsked()
        ? stages.stages().stream().map(stage -> options.settings(stage.instances())).toList()
        : List.of(settings);
  }

  private int run(
      RunOptions options, Workload settings, Criteria criteria, ResourceCheck room, String name) {
    try (Session session =
        new Session(options, room, options.workload().realServer(), "", stderr)) {
      String kind = session.registry().description().kind();
      String load = name.isEmpty() ? "" + settings.population().instances() : name;
      Shard shard = settings.population().shard();
      Path folder =
          options.folder(
              "%s-%s%s"
                  .formatted(
                      load,
                      kind,
                      shard.equals(Shard.WHOLE)
                          ? ""
                          : "-shard-" + shard.index() + "-" + shard.count()));
      session.announce(session.time(settings), settings);
      Session.Outcome outcome =
          session.run(settings, criteria, folder, run -> judge(options, run, criteria, folder));
      outcome.record().ifPresent(run -> options.result().print(folder, stdout));
      return outcome.exitCode();
    }
  }

  private RunRecord judge(RunOptions options, RunRecord run, Criteria criteria, Path folder) {
    RunRecord judged = Judge.standard().judged(run, criteria);
    Summary.print(judged, folder, options.language(), options.result().summaries(stdout));
    return judged;
  }
}
