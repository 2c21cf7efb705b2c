package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.cli.Version;
import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.simulator.console.Console;
import dev.nacoscapacity.simulator.console.ConsoleProgress;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunRecorder;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One run on its host, from the preflight to the page. */
final class RecordedRun {

  private final Workload settings;
  private final RunHost host;
  private final Criteria criteria;
  private final RunNotes remarks;
  private final Optional<Message> protocolReason;
  private final Console err;

  /**
   * @param host used by this run only; closed by the caller
   * @param protocolReason what decided the protocol; empty where the user did
   */
  RecordedRun(
      RunHost host,
      Criteria criteria,
      RunNotes remarks,
      Optional<Message> protocolReason,
      Console err) {
    this.settings = host.settings();
    this.host = host;
    this.criteria = criteria;
    this.remarks = remarks;
    this.protocolReason = protocolReason;
    this.err = err;
  }

  /**
   * Makes the run.
   *
   * @param scenario faults for the run's own registry within the measurement window
   * @param startedAt for the record
   * @param listeners further progress listeners
   * @param judge adds the verdict
   */
  Session.Outcome run(
      Function<OpenTarget, Scenario> scenario,
      Path folder,
      Instant startedAt,
      List<Progress> listeners,
      UnaryOperator<RunRecord> judge) {
    try {
      OpenTarget target = host.admit(scenario.apply(host.registry()));
      return recordAndJudge(target, folder, startedAt, listeners, judge);
    } catch (Refusal e) {
      e.reasons().forEach(err::println);
      return new Session.Outcome(e.exitCode(), Optional.empty());
    }
  }

  private Session.Outcome recordAndJudge(
      OpenTarget target,
      Path folder,
      Instant startedAt,
      List<Progress> listeners,
      UnaryOperator<RunRecord> judge)
      throws Refusal {
    RunRecord begun =
        RunRecord.builder(
                Version.tool("simulator"),
                startedAt,
                target.description(),
                settings,
                host.machine())
            .notes(notes())
            .remarks(remarks)
            .build();
    ConsoleProgress console = new ConsoleProgress(err);
    RunClock clock = host.start();
    try (Recorder recorder = Recorder.open(folder, begun, clock.now())) {
      List<Progress> watchers = new ArrayList<>();
      ServerWatch servers =
          host.servers(
              row -> {
                recorder.server(row);
                watchers.forEach(watcher -> watcher.server(row));
              });
      RunRecorder record = new RunRecorder(recorder, clock, servers);
      watchers.addAll(List.of(record, console));
      watchers.addAll(host.watchers());
      watchers.addAll(listeners);
      ShardResult result;
      try {
        result = host.load(begun, folder, gracePeriods(), Progress.all(watchers));
      } finally {
        // Otherwise the board would be drawn again below what an error prints.
        console.end();
      }
      double from = record.windowStart();
      recorder.measured(from, from + result.run().windowSeconds(), result.measured());
      RunRecord run = result.run().withServers(record.servers());
      run = judge.apply(host.cited(run, folder));
      recorder.finish(run);
      writePage(folder);
      return new Session.Outcome(run.verdict().status().exitCode(), Optional.of(run));
    }
  }

  private GracePeriods gracePeriods() {
    return defaultGracePeriods()
        .withDue(settings.timing().registrationGrace())
        .judgedBy(
            Duration.ofMillis((long) criteria.beatGapMs(settings.protocol().grpc())),
            Duration.ofMillis((long) criteria.beatGapMs(false)),
            new GracePeriods.Allowance(
                criteria.bound(RegistryCount.MISSING).orElse(0),
                criteria.bound(RegistryCount.UNHEALTHY).orElse(0),
                criteria.bound(RegistryCount.DIVERGENT).orElse(0)));
  }

  /** Services that clients do not list on each node by themselves must be polled, in turn. */
  private GracePeriods defaultGracePeriods() {
    boolean listed = settings.listsOwnServices() && host.registry().reach().entry().isEmpty();
    long cells = (long) settings.population().services() * host.registry().nodes().size();
    return listed ? GracePeriods.DEFAULT : GracePeriods.DEFAULT.ofCells(cells);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>(host.notes());
    protocolReason.ifPresent(reason -> notes.add(reason.text()));
    Duration grace = settings.timing().registrationGrace();
    if (!grace.equals(GracePeriods.DEFAULT.due())) {
      notes.add(
          "A registration was due on every node %.1f s after its acknowledgement (--registration-grace)."
              .formatted(grace.toMillis() / 1e3));
    }
    if (!defaultGracePeriods().equals(GracePeriods.DEFAULT)) {
      notes.add(
          "A service that clients are not known to list on a node was read there every %.0f s or so, for there are many."
              .formatted(defaultGracePeriods().unknown().toMillis() / 2e3));
    }
    return notes;
  }

  /** Writes the page. A failure does not change the result of the run, which is recorded. */
  private void writePage(Path folder) {
    try {
      err.println("page: " + ReportPage.write(folder));
    } catch (RecordException e) {
      err.println(e.getMessage());
    }
  }
}
