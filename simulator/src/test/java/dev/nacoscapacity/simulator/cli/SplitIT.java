package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A fleet that needs more descriptors than a process may have: two workers and their parent. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class SplitIT {

  private static StandInCluster cluster;

  @TempDir private Path folder;
  private SimulatorProcess parent;
  private List<ProcessHandle> workers = List.of();

  @BeforeAll
  static void start() {
    cluster = ShortRuns.cluster(true);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void kill() {
    workers.forEach(ProcessHandle::destroyForcibly);
    if (parent != null) {
      parent.close();
    }
  }

  /** 180 connections and 8 long polls, and 131 for the process: half of the former fit. */
  private void untilMeasured(StandInCluster target, String duration) throws IOException {
    untilMeasured(target, 250, "--connections 180 --auth --duration", duration);
  }

  private void untilMeasured(StandInCluster target, int files, String... options)
      throws IOException {
    List<String> args = ShortRuns.quick(ShortRuns.target(target), run(), options);
    parent = SimulatorProcess.start(folder, "ulimit -n " + files + "; exec \"$@\"", args);
    parent.untilSaid("measure");
    workers = parent.children();
    assertThat(workers).hasSize(2);
  }

  private Path run() {
    return folder.resolve("run");
  }

  private RunRecord record() {
    return RunFolder.open(run()).run();
  }

  private void untilNoWorkerIsLeft(int seconds) {
    await()
        .atMost(Duration.ofSeconds(seconds))
        .until(() -> workers.stream().noneMatch(ProcessHandle::isAlive));
  }

  private void untilNothingIsRegistered(int seconds) {
    String prefix = record().workload().population().servicePrefix();
    ShortRuns.untilNothingIsRegistered(cluster, seconds, prefix);
  }

  @Test
  void shouldBeOneRunOfTheWholeFleet() throws Exception {
    // Long enough for windows that overlap where a worker stands still.
    untilMeasured(cluster, "10s");
    assertThat(workers)
        .allSatisfy(
            worker -> assertThat(worker.info().commandLine().orElse("")).doesNotContain("eyJ"));
    assertThat(parent.exitCode(120)).as(parent.err() + parent.out()).isZero();

    RunRecord all = record();
    assertThat(all.workload().population().shard()).hasToString("1/1");
    assertThat(all.workload().instances()).isEqualTo(40);
    assertThat(all.workload().services()).isEqualTo(8);
    assertThat(all.workload().connections()).hasValue(180);
    assertThat(all.interrupted()).isFalse();
    assertThat(all.registry().complete()).isTrue();
    assertThat(all.registry().byNode()).hasSize(3);
    assertThat(all.registry().byNode().values())
        .allSatisfy(
            node -> {
              assertThat(node.count(RegistryCount.EXPECTED)).isEqualTo(40);
              assertThat(node.count(RegistryCount.PRESENT)).isEqualTo(40);
            });
    // A beat and a list a second of each of 40 instances, for 10 s; fewer where a worker stands
    // still just as its window opens.
    for (String operation : List.of("beat", "list")) {
      assertThat(all.operations().get(operation).required()).isBetween(250L, 420L);
      assertThat(all.operations().get(operation).failed()).isEmpty();
    }
    assertThat(all.operations()).containsKeys("beat", "list");
    assertThat(all.generator().processes()).isEqualTo(3);
    assertThat(RunFolder.open(run()).intervals())
        .filteredOn(row -> row.operation().equals("register"))
        .extracting(row -> row.stats().count(OperationCount.OK))
        .satisfies(calls -> assertThat(calls.stream().mapToLong(c -> c).sum()).isEqualTo(40));
    ShortRuns.assertPass(all, parent.exitCode(1));
    assertThat(parent.out() + parent.err()).doesNotContain("eyJ");
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    untilNothingIsRegistered(25);
  }

  @Test
  @Tag("full")
  void shouldNameTheWorkerThatDiedAndEndInOrder() throws Exception {
    untilMeasured(cluster, "1h");
    ProcessHandle victim = workers.get(1);
    victim.destroyForcibly();

    assertThat(parent.exitCode(60)).as(parent.err()).isEqualTo(2);
    assertThat(parent.err())
        .containsPattern(
            "note: worker \\d of 2 \\(shard \\d/2, pid "
                + victim.pid()
                + "\\) was killed by signal 9");
    RunRecord run = record();
    assertThat(run.interrupted()).isTrue();
    assertThat(run.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.contains("pid " + victim.pid() + ") was killed by signal 9"));
    assertThat(parent.out()).contains("INCONCLUSIVE (exit code 2)");
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    untilNothingIsRegistered(60);
  }

  @Test
  @Tag("full")
  void shouldEndInOrderOnCtrlC() throws Exception {
    untilMeasured(cluster, "1h");
    parent.signalGroup("INT");

    assertThat(parent.exitCode(60)).as(parent.err()).isEqualTo(2);
    assertThat(record().interrupted()).isTrue();
    assertThat(record().notes())
        .extracting(Message::text)
        .contains("interrupted by SIGINT")
        .noneMatch(note -> note.contains("was killed"));
    assertThat(record().generator().processes()).isEqualTo(3);
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    untilNothingIsRegistered(25);
  }

  @Test
  @Tag("full")
  void shouldEndAtOnceOnASecondCtrlC() throws Exception {
    try (StandInCluster own = ShortRuns.cluster(true)) {
      untilMeasured(own, "1h");
      // Nodes that do not answer make the orderly end last: the second signal must come before it.
      own.nodes().forEach(node -> node.pause());
      parent.signalGroup("INT");
      parent.untilSaid("SIGINT: ending in order, deregistering");
      parent.signalGroup("INT");

      assertThat(parent.exitCode(60)).isEqualTo(2);
      assertThat(parent.err()).contains("ended at once");
      untilNoWorkerIsLeft(60);
    }
  }

  @Test
  @Tag("full")
  void shouldLeaveWhenTheParentIsKilled() throws Exception {
    untilMeasured(cluster, "1h");
    parent.kill();
    parent.exitCode(60);

    untilNoWorkerIsLeft(60);
    untilNothingIsRegistered(25);
    assertThat(record().verdict()).isNull();
    assertThat(record().interrupted()).isTrue();
    assertThat(RunFolder.open(run()).intervals()).isNotEmpty();
  }
}
