package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.observe.console.Console;
import dev.nacoscapacity.simulator.observe.console.ConsoleProgress;
import dev.nacoscapacity.simulator.observe.proc.WatchedNode;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Problem;
import dev.nacoscapacity.simulator.preflight.guard.Guard;
import dev.nacoscapacity.simulator.preflight.guard.Harm;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.GeneratorLateness;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.io.PrintStream;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One run against an opened registry, as a user sees it: look first, guard, load, record, judge.
 */
public final class Session {

  private final RunSettings settings;
  private final OpenTarget registry;
  private final TargetOptions options;
  private final Criteria criteria;
  private final StopSignal stop;
  private final Scenario scenario;
  private final Console err;
  private final List<Function<List<String>, Progress>> others = new ArrayList<>();
  private boolean alone;
  private final GeneratorLateness lateness = new GeneratorLateness();

  /**
   * @param registry open, and left open
   * @param criteria whose bounds the registry's truth is held to
   * @param scenario what is done to the cluster within the judged window
   * @param err for what a person should know while it goes on
   */
  public Session(
      RunSettings settings,
      OpenTarget registry,
      TargetOptions options,
      Criteria criteria,
      StopSignal stop,
      Scenario scenario,
      PrintStream err) {
    this.settings = settings;
    this.registry = registry;
    this.options = options;
    this.criteria = criteria;
    this.stop = stop;
    this.scenario = scenario;
    this.err = Console.on(err);
  }

  /**
   * Shows the run to another, too; to be called before it begins.
   *
   * @param watcher made from the names of the cluster's nodes
   */
  public void alsoTell(Function<List<String>, Progress> watcher) {
    others.add(watcher);
  }

  /**
   * Refuses a registry that holds, or may hold, services of others; to be called before the run
   * begins.
   */
  public void requireAlone() {
    alone = true;
  }

  /** Makes a record whole when the fleet has left: judges it, and tells a person. */
  @FunctionalInterface
  public interface Conclusion {

    /**
     * @param run without a verdict
     * @param folder where the run's rows are, all of them written
     * @return the run with its verdict
     */
    RunRecord of(RunRecord run, Path folder);
  }

  /**
   * Runs.
   *
   * @param folder of the record
   * @return the exit code
   */
  public int run(Path folder, Instant now, Conclusion conclusion) {
    RegistryLook look = new RegistryLook(settings, registry, options, alone);
    PreflightReport report = look.report();
    if (report.exitCode().isPresent()) {
      report.problems().stream().map(Problem::text).distinct().forEach(err::println);
      return report.exitCode().getAsInt();
    }
    report.lines().forEach(err::println);
    Access access;
    try {
      access = look.logIn();
    } catch (AdminException e) {
      err.println("cannot log in: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
    if (registry.description().standIn()) {
      return load(folder, now, report, access, conclusion);
    }
    try (GuardSession guard =
        new GuardSession(
            registry.addresses(),
            report,
            settings.population().namespace(),
            registry.cluster().isPresent(),
            scenario.mayBreakNodes() ? options.guarded().withoutNodes() : options.guarded(),
            look.keep(access),
            this::stopAfter)) {
      err.println(guard.sentence());
      return load(folder, now, report, access, conclusion);
    } catch (RegistryReader.ReadFailure e) {
      err.println("cannot read what is registered, so cannot guard it: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  /**
   * A node that does not answer this process is no harm done while this process is late itself; a
   * service that was told to have lost an instance is.
   */
  private void stopAfter(Harm breach) {
    StopSignal.Cause cause = StopSignal.Cause.HARM;
    if (breach.silence()) {
      boolean ours = lateness.since(System.nanoTime() - Guard.SILENCE.toNanos());
      cause = ours ? StopSignal.Cause.GENERATOR : StopSignal.Cause.SILENCE;
    }
    stop.stop(cause, breach.sentence());
  }

  private GracePeriods limits() {
    return GracePeriods.DEFAULT.judgedBy(
        Duration.ofMillis((long) criteria.beatGapMs(settings.protocol().label())),
        new GracePeriods.Accepted(
            criteria.bound(RegistryCount.MISSING).orElse(0),
            criteria.bound(RegistryCount.UNHEALTHY).orElse(0),
            criteria.bound(RegistryCount.DIVERGENT).orElse(0)));
  }

  private int load(
      Path folder,
      Instant now,
      PreflightReport report,
      Access access,
      Conclusion conclusion) {
    OpenTarget known = registry.withVersion(report.version());
    RunRecord begun =
        RunRecord.builder(
                ToolFacts.describe(),
                now,
                known.description(),
                settings.workload(),
                MachineFacts.describe())
            .build();
    ConsoleProgress progress = new ConsoleProgress(err);
    try (Recorder recorder = Recorder.open(folder, begun)) {
      RunRecord run =
          new FleetLoad(settings, limits(), stop, scenario)
              .run(known, access, begun, recorder, watchers(progress, known));
      progress.end();
      run = conclusion.of(Headroom.cited(run, folder), folder);
      recorder.finish(run);
      writePage(folder);
      return run.verdict().status().exitCode();
    } catch (SocketException e) {
      err.println("no way to " + known.addresses().get(0) + " from here: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  private List<Progress> watchers(Progress console, OpenTarget known) {
    List<String> nodes = known.nodes().stream().map(WatchedNode::name).toList();
    List<Progress> all = new ArrayList<>(List.of(console, noting(lateness)));
    others.forEach(watcher -> all.add(watcher.apply(nodes)));
    return all;
  }

  private static Progress noting(GeneratorLateness lateness) {
    return new Progress() {
      @Override
      public void phase(String name, Duration expected) {}

      @Override
      public void second(RunSecond second) {
        lateness.second(second.stats(), System.nanoTime());
      }

      @Override
      public void note(String text) {}
    };
  }

  /** The run is over and recorded: a page that cannot be written changes nothing about it. */
  private void writePage(Path folder) {
    try {
      err.println("page: " + ReportPage.write(folder));
    } catch (RecordException e) {
      err.println(e.getMessage());
    }
  }
}
