package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A run on a model, from the front door to the files. */
@Execution(ExecutionMode.CONCURRENT)
class ModelRunTest {

  private static final Instant STARTED = Instant.parse("2026-11-23T07:00:00Z");
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path folder;

  private final StopSignal stop = new StopSignal();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void shouldLeaveOutTheUsageOfThisMachine() {
    RunRecord run = run(1).record().orElseThrow();

    assertThat(run.machine()).isNull();
    Generator generator = run.generator();
    assertThat(generator.requests()).isPositive();
    assertThat(generator.delays().lagMs()).isNotNull();
    assertThat(
            new Object[] {
              generator.cpu().cpuSeconds(),
              generator.requestsPerCpuSecond(),
              generator.memory().residentMaxBytes(),
              generator.memory().heapMaxBytes(),
              generator.memory().bytesPerInstance(),
              generator.gcPauseMs()
            })
        .containsOnlyNulls();
    assertThat(out.toString()).doesNotContain("CPU-second", "bytes an instance");
  }

  @Test
  void shouldStampRowsFromTheVirtualEpoch() {
    run(4);
    RunFolder run = RunFolder.open(folder.resolve("run"));
    assertThat(run.run().startedAt()).isEqualTo(STARTED);
    assertThat(run.events().get(0).time()).isEqualTo(ModelRunHost.EPOCH);
    assertThat(run.intervals())
        .allSatisfy(
            row ->
                assertThat(row.time())
                    .isEqualTo(ModelRunHost.EPOCH.plusNanos((long) (row.seconds() * 1e9))));
  }

  @Test
  void shouldTakeTheNodesUsageFromTheModel() {
    RunRecord run = run(1).record().orElseThrow();

    List<ServerRow> rows = RunFolder.open(folder.resolve("run")).serverRows();
    assertThat(rows).hasSizeGreaterThan(3 * 60);
    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.source()).isEqualTo(ServerRow.MODEL);
              assertThat(row.connections()).isPositive();
            });
    assertThat(run.servers()).containsOnlyKeys("node1", "node2", "node3", "node4", "node5");
    Server server = run.servers().get("node1");
    assertThat(rows)
        .anyMatch(
            row -> row.node().equals("node1") && row.connections().equals(server.connectionsMax()));
    assertThat(server.cores()).isEqualTo(2);
    assertThat(server.cpuSeconds()).isPositive();
  }

  @Test
  void shouldRecordTheNodesWorkInTheWindow() {
    RunRecord run = run(1).record().orElseThrow();

    double seconds = run.servers().values().stream().mapToDouble(Server::cpuSeconds).sum();
    assertThat(run.workIn("measure")).containsKey("beat");
    assertThat(run.workIn("measure").values().stream().mapToDouble(Work::cpuSeconds).sum())
        .isCloseTo(seconds, Percentage.withPercentage(5));
  }

  @Test
  void shouldLogInWithTheModelsToken() {
    assertThat(run(1, new Credentials("nacos", "nacos")).exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void shouldNeverWaitForARegistryThatServesOneRun() {
    QuiesceWait quiesce = new QuiesceWait(target(false), true, Optional.empty());

    assertThat(quiesce.await(stop)).isEmpty();
  }

  @Test
  void shouldEndAtOnceAndRecordWhenStopped() {
    stop.stop(StopSignal.Cause.INTERRUPTED, Message.asIs("interrupted by a test"));

    Session.Outcome outcome = run(1);

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(outcome.record().orElseThrow().interrupted()).isTrue();
  }

  @Test
  void shouldCloseTheModelWhenItsScenarioCannotBeMade() {
    var maker = target(false).model().orElseThrow();
    List<Cluster> made = new ArrayList<>();
    RunHost host =
        new ModelRunHost(
            settings(1),
            target(false),
            (time, seed) -> {
              var model = maker.create(time, seed);
              made.add(model.cluster());
              return model;
            },
            Optional.empty(),
            stop);
    IllegalStateException fault = new IllegalStateException("no such node");

    assertThatThrownBy(
            () ->
                host.admit(
                    registry -> {
                      assertThat(made.get(0).nodes())
                          .allMatch(node -> node.state() == NodeState.UP);
                      throw fault;
                    }))
        .isSameAs(fault);
    assertThat(made).hasSize(1);
    assertThat(made.get(0).nodes()).hasSize(5).noneMatch(node -> node.state() == NodeState.UP);
  }

  /** No call takes less than a tenth of a millisecond. */
  @Test
  void shouldFailByTheBoundThatEndedIt() {
    Session.Outcome outcome =
        run(1, null, Criteria.defaults().with(Threshold.parse("beat.p99<0.1ms abort after 7s")));

    RunRecord run = outcome.record().orElseThrow();
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.FAIL);
    assertThat(run.verdict().reasons().stream().map(Reason::code)).contains("aborted", "latency");
    assertThat(run.verdict().reasons().stream().map(reason -> reason.severity().status()))
        .containsOnly(Status.FAIL);
    assertThat(run.windowSeconds()).isEqualTo(7);
    assertThat(run.interrupted()).isFalse();
    assertThat(run.lifecycle().get("deregister").ok()).isEqualTo(60);
    assertThat(out.toString())
        .contains("Stopped after 7 s of the window, since beat.p99 was", "(bound ≤ 0.1 ms)");
  }

  private Session.Outcome run(int threads) {
    return run(threads, null);
  }

  private Session.Outcome run(int threads, Credentials credentials) {
    return run(threads, credentials, Criteria.defaults());
  }

  private Session.Outcome run(int threads, Credentials credentials, Criteria criteria) {
    Workload settings = settings(threads);
    OpenTarget target = target(credentials != null);
    RunHost host =
        new ModelRunHost(
            settings, target, target.model().orElseThrow(), Optional.ofNullable(credentials), stop);
    PrintStream print = new PrintStream(out, true);
    return new RecordedRun(
            host, criteria, RunNotes.NONE, Optional.empty(), Language.ENGLISH, print, print)
        .run(
            run -> {
              RunRecord judged = Judge.standard().judged(run, criteria);
              Summary.print(judged, folder.resolve("run"), Language.ENGLISH, print);
              return judged;
            },
            folder.resolve("run"),
            STARTED,
            List.of());
  }

  private static OpenTarget target(boolean auth) {
    return GrpcModelRunTest.target("five-small", "1.4.1", auth);
  }

  private static Workload settings(int threads) {
    return Workloads.of(60, 6, HttpClients.USUAL)
        .withTiming(Timing.USUAL.withWarmUp(Duration.ZERO))
        .withThreads(threads);
  }
}
