package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.process.StandInProcesses;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a cluster that the tool knows by its addresses alone, and that a command of an
 * operator's kills. What starts them again is this test, when the other command asks for it.
 */
@Timeout(420)
class HookIT {

  @TempDir private static Path cluster;
  private static Cluster nodes;

  @TempDir private Path folder;
  private OtherProcesses others;
  private Process tool;

  @BeforeAll
  static void up() {
    nodes =
        StandInProcesses.start(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3)
                .withHeap("64m")
                .withJvmArg("-XX:TieredStopAtLevel=1"),
            line -> {});
  }

  @AfterAll
  static void down() {
    nodes.close();
  }

  @BeforeEach
  void writePids() throws IOException {
    others = new OtherProcesses(folder, folder.resolve("state"));
    for (Node node : nodes.nodes()) {
      Files.writeString(cluster.resolve(address(node)), node.pid().getAsLong() + "\n");
    }
  }

  @AfterEach
  void kill() {
    if (tool != null) {
      tool.destroyForcibly();
    }
    nodes.start();
  }

  private static String address(Node node) {
    return node.http().getHostString() + ":" + node.http().getPort();
  }

  private static String target() {
    return nodes.nodes().stream().map(HookIT::address).collect(Collectors.joining(","));
  }

  private Process start(String breaks, String restartAfter) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            ("kill-node --instances=30 --warmup=1s --beat=2s --list=2s --registration-grace=3s"
                    + " --steady-duration=3s --recovery-timeout=20s")
                .split(" ")));
    words.addAll(List.of("--target=" + target(), "--which=" + address(nodes.nodes().get(1))));
    words.addAll(List.of("--heal-after=" + restartAfter, "--out=" + folder.resolve("run")));
    words.addAll(List.of("--break-cmd=" + breaks, "--heal-cmd=touch " + cluster + "/heal-{node}"));
    return others.start("chaos.txt", ChaosMain.class.getName(), words.toArray(String[]::new));
  }

  private static String kills() {
    return "kill -9 $(cat " + cluster + "/{node})";
  }

  /** As a supervisor would that the healing command tells. */
  private void startWhenItIsHealed(Node node) throws IOException {
    Path heal = cluster.resolve("heal-" + address(node));
    others.await("chaos.txt", tool, Duration.ofSeconds(240), () -> Files.exists(heal));
    Files.delete(heal);
    node.start();
  }

  @Test
  @Tag("full")
  void shouldMeasureAnExperimentOnNodesThatACommandKills() throws Exception {
    Node victim = nodes.nodes().get(1);
    tool = start(kills(), "5s");
    startWhenItIsHealed(victim);
    others.end("chaos.txt", tool);

    RunRecord run = RunFolder.open(folder.resolve("run")).run();
    Experiment experiment = run.experiment();
    assertThat(experiment.problem()).as(others.text("chaos.txt")).isNull();
    Experiment.Fault fault = experiment.faults().get(0);
    assertThat(fault.node()).isEqualTo(address(victim));
    assertThat(fault.portClosedAt()).isNotNull();
    assertThat(fault.healAt() - fault.signalAt()).isGreaterThan(5);
    assertThat(experiment.effects().detection().get(0).clientSeconds()).isNotNull();
    assertThat(experiment.effects().rejoin().get(0).processSeconds()).isNotNull();
    assertThat(run.notes())
        .extracting(Message::text)
        .anyMatch(note -> note.contains("nodes were broken by 'kill' and healed by 'touch'"));
    assertThat(hooks().all()).isEmpty();
  }

  @Test
  @Tag("full")
  void shouldHealByItsOwnCommandWhenTheToolIsKilled() throws Exception {
    Node victim = nodes.nodes().get(1);
    tool = start(kills(), "10m");
    others.await(
        "chaos.txt", tool, Duration.ofSeconds(240), () -> victim.state() == NodeState.DOWN);
    tool.destroyForcibly().waitFor();
    assertThat(hooks().all()).hasSize(1);

    Process heal = others.start("heal.txt", ChaosMain.class.getName(), "heal");

    assertThat(others.end("heal.txt", heal)).as(others.text("heal.txt")).isZero();
    assertThat(Files.deleteIfExists(cluster.resolve("heal-" + address(victim)))).isTrue();
    assertThat(hooks().all()).isEmpty();
  }

  private FaultNotes hooks() {
    return new LocalClusters(folder, folder.resolve("state"), line -> {}).hooks();
  }
}
