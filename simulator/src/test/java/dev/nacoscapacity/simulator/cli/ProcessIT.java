package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.embedded.EmbeddedSettings;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs a process: signals, limits, closed pipes, full disks. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class ProcessIT {

  private static EmbeddedCluster cluster;

  @TempDir private Path folder;
  private Process process;

  @BeforeAll
  static void start() {
    cluster =
        new EmbeddedCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3), EmbeddedSettings.defaults().withFreePorts());
    cluster.start();
  }

  @AfterAll
  static void close() {
    cluster.close();
  }

  @AfterEach
  void kill() {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /**
   * Starts the simulator.
   *
   * @param script for a shell, where {@code "$@"} is the simulator
   */
  private void startBy(String script, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    // A build in a shell's background ignores SIGINT, and its children would.
    command.addAll(List.of("env", "--default-signal=INT", "bash", "-c", script, "bash"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SimulatorMain.class.getName());
    command.addAll(args);
    process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start();
  }

  private void startQuick(String... more) throws IOException {
    startBy("exec \"$@\"", Runs.quick(Runs.target(cluster), run(), more));
  }

  private Path run() {
    return folder.resolve("run");
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  private String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  private void untilSaid(String beginning) throws IOException {
    await().atMost(Duration.ofSeconds(90)).until(() -> said(beginning) || !process.isAlive());
    assertThat(said(beginning)).as(err()).isTrue();
  }

  private boolean said(String beginning) throws IOException {
    return err().lines().anyMatch(line -> line.startsWith(beginning));
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private int exitCode(int seconds) throws InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as("ended").isTrue();
    return process.exitValue();
  }

  private void untilNothingIsRegistered(int seconds, RunRecord run) {
    await()
        .atMost(Duration.ofSeconds(seconds))
        .untilAsserted(
            () -> {
              for (int node = 0; node < 3; node++) {
                assertThat(Runs.registered(cluster, node, run.workload().servicePrefix())).isZero();
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void shouldEndInOrderWhenSignalled(String signal) throws Exception {
    startQuick("--duration", "1h");
    untilSaid("measure");
    signal(signal);

    assertThat(exitCode(40)).isEqualTo(2);
    RunRecord run = RunFolder.open(run()).run();
    assertThat(run.interrupted()).isTrue();
    assertThat(run.notes()).contains("interrupted by SIG" + signal);
    assertThat(err()).contains("SIG" + signal + ": ending in order, deregistering");
    assertThat(out()).contains("INCONCLUSIVE (exit code 2)").contains("The run was interrupted");
    untilNothingIsRegistered(15, run);
  }

  @Test
  void shouldEndInOrderWhenSignalledBeforeTheRun() throws Exception {
    try (RawServer silent = new RawServer("")) {
      startBy("exec \"$@\"", Runs.quick(silent.address(), run()));
      await().atMost(Duration.ofSeconds(60)).until(() -> silent.connections() > 0);
      signal("INT");

      assertThat(exitCode(30)).isEqualTo(2);
      assertThat(err()).contains("SIGINT: ending in order");
    }
  }

  @Test
  void shouldEndAtOnceWhenSignalledTwice() throws Exception {
    startQuick("--duration", "1h");
    untilSaid("measure");
    signal("INT");
    await().atMost(Duration.ofSeconds(20)).until(() -> err().contains("SIGINT: ending in order"));
    signal("INT");

    assertThat(exitCode(10)).isEqualTo(2);
    assertThat(err()).contains("ended at once; what is still registered expires within 30 s");
    assertThat(RunFolder.open(run()).run().interrupted()).isTrue();
  }

  @Test
  void shouldLeaveAReadableRecordAndInstancesThatExpireWhenKilled() throws Exception {
    startQuick("--duration", "1h");
    untilSaid("measure");
    process.destroyForcibly();

    assertThat(exitCode(10)).isEqualTo(128 + 9);
    RunFolder left = RunFolder.open(run());
    assertThat(left.run().interrupted()).isTrue();
    assertThat(left.run().verdict()).isNull();
    assertThat(left.histograms()).containsKey("beat.latency");
    assertThat(Files.readString(run().resolve(RunFolder.EVENTS_JSONL))).contains("warm-up");
    untilNothingIsRegistered(60, left.run());
  }

  @Test
  void shouldSayBeforehandThatDescriptorsAreTooFew() throws Exception {
    startBy(
        "ulimit -n 150; exec \"$@\"",
        Runs.quick(Runs.target(cluster), run(), "--connections", "99"));

    assertThat(exitCode(30)).isEqualTo(2);
    assertThat(err()).contains("open files: ").contains(" needed, 150 here; ");
    assertThat(run()).doesNotExist();
  }

  @Test
  void shouldKeepItsRecordAndExitCodeWhenNobodyReadsItsOutput() throws Exception {
    startBy("\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", Runs.quick(Runs.target(cluster), run()));

    assertThat(exitCode(90)).isEqualTo(2);
    assertThat(out().lines()).hasSize(1);
    assertThat(RunFolder.open(run()).run().interrupted()).isFalse();
  }

  @Test
  void shouldKeepItsRecordWhenItsOutputIsFull() throws Exception {
    startBy("exec \"$@\" >/dev/full", Runs.quick(Runs.target(cluster), run()));

    assertThat(exitCode(90)).isEqualTo(2);
    assertThat(RunFolder.open(run()).run().verdict()).isNotNull();
  }

  @Test
  void shouldStopAndDeregisterWhenTheDiskIsFull() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
            .start();
    assumeThat(mount.waitFor()).as("mounting a small disk needs root").isZero();
    try {
      startBy(
          "exec \"$@\"", Runs.quick(Runs.target(cluster), disk.resolve("run"), "--duration", "1h"));

      assertThat(exitCode(90)).isEqualTo(2);
      assertThat(err()).contains("cannot write ").contains("No space left on device; free space");
      RunRecord run = RunFolder.open(disk.resolve("run")).run();
      assertThat(run.interrupted()).isTrue();
      untilNothingIsRegistered(15, run);
    } finally {
      new ProcessBuilder("umount", "--lazy", disk.toString()).start().waitFor();
    }
  }

  @Test
  void shouldSayThatTheFolderCannotBeWritten() throws Exception {
    startBy("exec \"$@\"", Runs.quick(Runs.target(cluster), Path.of("/proc/run")));

    assertThat(exitCode(30)).isEqualTo(2);
    assertThat(err()).startsWith("cannot write /proc/run");
  }
}
