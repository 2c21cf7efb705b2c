package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.Version;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.simulator.console.ConsoleProgress;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.AbortWatch;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunRecorder;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run on its host, from the preflight to the page.
 *
 * @param host used by this run only
 * @param protocolReason what decided the protocol; empty where the user did
 * @param language of what people read
 * @param err receives refusals, and where the page is
 * @param console receives progress
 */
record RecordedRun(
    RunHost host,
    Criteria criteria,
    RunNotes remarks,
    Optional<Message> protocolReason,
    Language language,
    PrintStream err,
    PrintStream console) {

  /**
   * Makes the run.
   *
   * @param startedAt for the record
   * @param listeners further progress listeners
   */
  Session.Outcome run(
      RunPurpose purpose, Path folder, Instant startedAt, List<Progress> listeners) {
    try (AdmittedRun run = host.admit(purpose::scenario)) {
      return recordAndJudge(run, folder, startedAt, listeners, purpose);
    } catch (Refusal e) {
      e.reasons().forEach(err::println);
      return new Session.Outcome(e.exitCode(), Optional.empty());
    }
  }

  private Session.Outcome recordAndJudge(
      AdmittedRun admitted,
      Path folder,
      Instant startedAt,
      List<Progress> listeners,
      RunPurpose purpose)
      throws Refusal {
    RunRecord begun =
        RunRecord.builder(
                Version.tool("simulator"),
                startedAt,
                admitted.registry().description(),
                admitted.settings(),
                admitted.machine().orElse(null))
            .notes(notes(admitted))
            .remarks(remarks)
            .build();
    StartedRun started = admitted.starter().get();
    try (Recorder recorder = Recorder.open(folder, begun, started.clock().now())) {
      List<Progress> watchers = new ArrayList<>();
      ServerWatch servers =
          started.servers(
              row -> {
                recorder.server(row);
                watchers.forEach(watcher -> watcher.server(row));
              });
      RunRecorder record = new RunRecorder(recorder, started.clock(), servers);
      watchers.addAll(
          List.of(
              record,
              new ConsoleProgress(
                  console,
                  language,
                  begun
                      .api()
                      .map(rate -> List.of(rate.api().operation()))
                      .orElse(List.of(Operation.BEAT, Operation.LIST)),
                  admitted.registry().dilation())));
      watchers.addAll(started.watchers());
      watchers.addAll(listeners);
      AbortWatch aborts = new AbortWatch(begun, criteria, admitted.stop());
      watchers.add(aborts);
      MeasuredRun finished =
          started.load(begun, folder, gracePeriods(admitted), criteria, Progress.all(watchers));
      double from = record.windowStart();
      recorder.measured(from, from + finished.run().windowSeconds(), finished.measured());
      RunRecord run =
          purpose.judged(
              finished
                  .run()
                  .with()
                  .servers(record.servers())
                  .abort(aborts.abort().orElse(null))
                  .build());
      recorder.finish(run);
      writePage(folder);
      return new Session.Outcome(run.verdict().status().exitCode(), Optional.of(run));
    }
  }

  private GracePeriods gracePeriods(AdmittedRun run) {
    Workload settings = run.settings();
    return defaultGracePeriods(run)
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
  private static GracePeriods defaultGracePeriods(AdmittedRun run) {
    Workload settings = run.settings();
    boolean listed = settings.listsOwnServices() && run.registry().reach().entry().isEmpty();
    long cells = (long) settings.population().services() * run.registry().nodes().size();
    return listed ? GracePeriods.DEFAULT : GracePeriods.DEFAULT.ofCells(cells);
  }

  private List<Message> notes(AdmittedRun run) {
    List<Message> notes = new ArrayList<>(run.notes());
    protocolReason.ifPresent(notes::add);
    Duration grace = run.settings().timing().registrationGrace();
    if (!grace.equals(GracePeriods.DEFAULT.due())) {
      notes.add(Message.of("note.registrationGrace", with("seconds", grace.toMillis() / 1e3)));
    }
    GracePeriods periods = defaultGracePeriods(run);
    if (!periods.equals(GracePeriods.DEFAULT)) {
      notes.add(Message.of("note.polled", with("seconds", periods.unknown().toMillis() / 2e3)));
    }
    return notes;
  }

  /** Writes the page. A failure does not change the result of the run, which is recorded. */
  private void writePage(Path folder) {
    try {
      err.println(
          language.say(
              "progress.page", with("page", ReportPage.write(folder, language).toString())));
    } catch (RecordException e) {
      err.println(e.getMessage());
    }
  }
}
