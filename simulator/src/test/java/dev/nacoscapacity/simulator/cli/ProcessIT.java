package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.client.http.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs a process: signals, limits, closed pipes, full disks. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ProcessIT {

  private static StandInCluster cluster;

  @TempDir private Path folder;
  private SimulatorProcess process;

  @BeforeAll
  static void start() {
    cluster = ShortRuns.cluster(false);
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void kill() {
    if (process != null) {
      process.close();
    }
  }

  private void startBy(String script, List<String> args) throws IOException {
    process = SimulatorProcess.start(folder, script, args);
  }

  /** Begins a long run, and returns when its fleet is measured. */
  private void untilMeasured(StandInCluster target) throws IOException {
    startBy("exec \"$@\"", ShortRuns.quick(ShortRuns.target(target), run(), "--duration 1h"));
    process.untilSaid("measure");
  }

  private Path run() {
    return folder.resolve("run");
  }

  private void untilNothingIsRegistered(int seconds, RunRecord run) {
    ShortRuns.untilNothingIsRegistered(
        cluster, seconds, run.workload().population().servicePrefix());
  }

  @Test
  void shouldEndInOrderOnCtrlC() throws Exception {
    assertEndsInOrder("INT");
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"TERM", "HUP"})
  void shouldEndInOrderWhenSignalled(String signal) throws Exception {
    assertEndsInOrder(signal);
  }

  private void assertEndsInOrder(String signal) throws Exception {
    untilMeasured(cluster);
    process.signal(signal);
    if (!signal.equals("INT")) {
      process.untilSaid("SIG" + signal);
      process.signalIfThere(signal);
    }

    assertThat(process.exitCode(90)).isEqualTo(2);
    RunRecord run = RunFolder.open(run()).run();
    assertThat(run.interrupted()).isTrue();
    assertThat(run.notes()).extracting(Message::text).contains("interrupted by SIG" + signal);
    assertThat(process.err()).contains("SIG" + signal + ": ending in order, deregistering");
    assertThat(process.out())
        .contains("INCONCLUSIVE (exit code 2)")
        .contains("The run was interrupted");
    untilNothingIsRegistered(25, run);
  }

  @Test
  @Tag("full")
  void shouldEndInOrderWhenSignalledBeforeTheRun() throws Exception {
    try (ScriptedServer silent = ScriptedServer.silent()) {
      // It looks for 10 s: where this thread stood still for longer, it is started once more.
      for (int i = 0; i == 0 || i < 3 && !process.err().contains("SIGINT"); i++) {
        int before = silent.connections();
        // Named, the protocol needs no version: it is the preflight that connects.
        startBy(
            "exec \"$@\"",
            ShortRuns.quick("127.0.0.1:" + silent.address().getPort(), run(), "--protocol http"));
        await().atMost(Duration.ofSeconds(60)).until(() -> silent.connections() > before);
        process.signalIfThere("INT");
        process.exitCode(60);
      }

      assertThat(process.exitCode(60)).isEqualTo(2);
      assertThat(process.err()).contains("SIGINT: ending in order, deregistering");
    }
  }

  @Test
  void shouldEndAtOnceWhenSignalledTwice() throws Exception {
    try (StandInCluster own = ShortRuns.cluster(false)) {
      untilMeasured(own);
      // Nodes that do not answer make the orderly end last: the second signal must come before it.
      own.nodes().forEach(node -> node.pause());
      process.signal("INT");
      process.untilSaid("SIGINT: ending in order, deregistering");
      process.signal("INT");

      assertThat(process.exitCode(30)).isEqualTo(2);
      assertThat(process.err())
          .contains("ended at once; what is still registered expires within 30 s");
      assertThat(RunFolder.open(run()).run().interrupted()).isTrue();
    }
  }

  @Test
  @Tag("full")
  void shouldLeaveAReadableRecordAndInstancesThatExpireWhenKilled() throws Exception {
    untilMeasured(cluster);
    process.kill();

    assertThat(process.exitCode(60)).isEqualTo(128 + 9);
    RunFolder folder = RunFolder.open(run());
    assertThat(folder.run().interrupted()).isTrue();
    assertThat(folder.run().verdict()).isNull();
    assertThat(folder.histograms()).containsKey("beat.latency");
    assertThat(Files.readString(run().resolve(RunFolder.EVENTS_JSONL))).contains("warm-up");
    untilNothingIsRegistered(60, folder.run());
  }

  @Test
  void shouldSayBeforehandThatDescriptorsAreTooFew() throws Exception {
    startBy(
        "ulimit -n 150; exec \"$@\"",
        ShortRuns.quick(ShortRuns.target(cluster), run(), "--connections 99"));

    assertThat(process.exitCode(60)).isEqualTo(2);
    assertThat(process.err()).contains("open files: ").contains(" needed, 150 here; ");
    assertThat(run()).doesNotExist();
  }

  @Test
  void shouldKeepItsRecordAndExitCodeWhenNobodyReadsItsOutput() throws Exception {
    startBy(
        "\"$@\" | head -n 1; exit ${PIPESTATUS[0]}",
        ShortRuns.quick(ShortRuns.target(cluster), run()));

    int exitCode = process.exitCode(90);
    RunRecord run = RunFolder.open(run()).run();
    ShortRuns.assertPass(run, exitCode);
    assertThat(process.out().lines()).hasSize(1);
    assertThat(run.interrupted()).isFalse();
  }

  @Test
  @Tag("full")
  void shouldKeepItsRecordWhenItsOutputIsFull() throws Exception {
    startBy("exec \"$@\" >/dev/full", ShortRuns.quick(ShortRuns.target(cluster), run()));

    int exitCode = process.exitCode(90);
    ShortRuns.assertPass(RunFolder.open(run()).run(), exitCode);
  }

  /** What becomes of the record then FullDiskTest shows, and of the run StopTest. */
  @Test
  @Tag("full")
  void shouldStopAndDeregisterWhenTheDiskIsFull() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
            .start();
    assumeThat(mount.waitFor()).as("mounting a small disk needs root").isZero();
    try {
      startBy(
          "exec \"$@\"",
          ShortRuns.quick(ShortRuns.target(cluster), disk.resolve("run"), "--duration 1h"));

      assertThat(process.exitCode(150)).isEqualTo(2);
      assertThat(process.err())
          .contains("cannot write ")
          .contains("No space left on device; free space");
      RunRecord run = RunFolder.open(disk.resolve("run")).run();
      assertThat(run.interrupted()).isTrue();
      untilNothingIsRegistered(25, run);
    } finally {
      new ProcessBuilder("umount", "--lazy", disk.toString()).start().waitFor();
    }
  }

  @Test
  void shouldSayThatTheFolderCannotBeWritten() throws Exception {
    startBy("exec \"$@\"", ShortRuns.quick(ShortRuns.target(cluster), Path.of("/proc/run")));

    assertThat(process.exitCode(60)).isEqualTo(2);
    assertThat(process.err()).contains("cannot write /proc/run");
  }
}
