package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DetachedProcessIT {

  private static final List<String> SLEEP = List.of("sleep", "600");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private DetachedProcess process;

  @BeforeEach
  void create() {
    process = new DetachedProcess("sleeper", folder, ProcessTable.SYSTEM);
  }

  @AfterEach
  void kill() {
    process.kill();
  }

  @Test
  void shouldBeFoundByAnotherCommandWhenItRuns() {
    process.start(SLEEP, Map.of());

    assertThat(new DetachedProcess("sleeper", folder, ProcessTable.SYSTEM).running()).isPresent();
  }

  @Test
  void shouldInheritNoVariableThatMayHoldASecretOrASetting() {
    process.start(List.of("sh", "-c", "env; exec sleep 600"), Map.of("GIVEN", "yes"));

    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(process.outputText()).contains("GIVEN=yes", "PATH="));
    Set<String> names =
        process
            .outputText()
            .lines()
            .filter(line -> line.contains("="))
            .map(line -> line.replaceFirst("=.*", ""))
            .collect(Collectors.toSet());
    assertThat(System.getenv()).as("something to leave out").containsKey("NACOS_CAPACITY_LANG");
    assertThat(names).contains("PATH").doesNotContain("NACOS_CAPACITY_LANG");
  }

  @Test
  void shouldRunInASessionOfItsOwnAtLowPriority() throws IOException {
    long pid = startSleeping();

    String[] stat = stat(pid);
    assertThat(stat[4]).as("session").isEqualTo(Long.toString(pid));
    int own = Integer.parseInt(stat(ProcessHandle.current().pid())[17]);
    assertThat(stat[17]).as("nice").isEqualTo(Integer.toString(Math.min(own + 10, 19)));
  }

  @Test
  void shouldHoldBackItsSessionWhereTheKernelSchedulesBySession() {
    assumeThat(Path.of("/proc/self/autogroup")).exists();

    // The kernel takes one such change in 100 ms from all who are not root, and refuses the rest.
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              process.kill();
              Path autogroup = Path.of("/proc", Long.toString(startSleeping()), "autogroup");
              assertThat(Files.readString(autogroup)).endsWith("nice 10\n");
            });
  }

  private long startSleeping() {
    process.start(SLEEP, Map.of());
    long pid = process.running().orElseThrow().pid();
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(stat(pid)[0]).isEqualTo("(sleep)"));
    return pid;
  }

  @Test
  void shouldBeGoneWhenKilledWhilePaused() {
    process.start(SLEEP, Map.of());
    process.pause();
    Awaitility.await().atMost(PATIENCE).until(process::paused);
    process.resume();
    Awaitility.await().atMost(PATIENCE).until(() -> !process.paused());
    process.pause();

    process.kill();

    assertThat(process.running()).isEmpty();
  }

  @Test
  void shouldLeaveStrangerAloneWhenPidFileIsStale() throws IOException {
    Process stranger = new ProcessBuilder(SLEEP).start();
    try {
      Files.writeString(folder.resolve("pid"), stranger.pid() + " 1\n");

      process.pause();
      process.kill();

      assertThat(process.running()).isEmpty();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void shouldNameNoProcessWhenPidFileIsTorn() throws IOException {
    Files.writeString(folder.resolve("pid"), "12");

    assertThat(process.running()).isEmpty();
  }

  @Test
  void shouldKeepEarlierOutputWhenStartedAgain() {
    for (int start = 0; start < 2; start++) {
      process.start(List.of("echo", "hello"), Map.of());
      Awaitility.await().atMost(PATIENCE).until(() -> process.running().isEmpty());
    }

    assertThat(process.output())
        .content()
        .matches("# started: \\S+\nhello\n# started: \\S+\nhello\n");
    assertThat(process.outputText()).matches("# started: \\S+\nhello\n");
  }

  @Test
  void shouldNameTheProcessWhenItsFolderIsMissing() {
    DetachedProcess lost = new DetachedProcess("lost", Path.of("/proc/none"), ProcessTable.SYSTEM);

    assertFails(() -> lost.start(SLEEP, Map.of()), "cannot start lost");
  }

  /** Fields of stat(5) from the second on. */
  private static String[] stat(long pid) throws IOException {
    String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    return line.substring(line.indexOf('(')).strip().split(" ");
  }
}
