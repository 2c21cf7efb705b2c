package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.core.record.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tool ends in the middle of an experiment, on a local cluster that outlives it. */
@Timeout(420)
@Tag("full")
class EndedToolIT {

  private static final String CLUSTER = "dev.nacoscapacity.cluster.cli.Main";

  @TempDir private static Path state;
  private static LocalClusters clusters;
  private static Cluster cluster;

  @TempDir private Path folder;
  private OtherProcesses others;
  private Process tool;

  @BeforeEach
  void prepare() {
    others = new OtherProcesses(folder, state);
  }

  @BeforeAll
  static void up() {
    clusters = new LocalClusters(state, state, line -> {});
    ClusterSpec spec =
        ClusterSpec.of(ServerVersion.EMBEDDED, 3)
            .withHeap("64m")
            .withJvmArg("-XX:TieredStopAtLevel=1");
    Random random = new Random();
    for (int tries = 1; cluster == null; tries++) {
      try {
        cluster = clusters.up(spec.withBasePort(12_000 + 50 * random.nextInt(300)));
      } catch (ClusterException e) {
        // A port of it may be taken.
        assertThat(tries).as(e.getMessage()).isLessThan(5);
      }
    }
  }

  @AfterAll
  static void down() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void kill() {
    if (tool != null) {
      tool.destroyForcibly();
    }
  }

  @Test
  void shouldBeHealedByTheClustersOwnCommandWhenTheToolIsKilled() throws Exception {
    breakNode("node2");

    tool.destroyForcibly().waitFor();

    assertThat(others.end("status.txt", others.start("status.txt", CLUSTER, "status")))
        .isEqualTo(1);
    assertThat(others.text("status.txt"))
        .containsPattern("node2 +embedded +- +DOWN")
        .contains("node2: an experiment's 'kill' of", "is not healed; run bin/nacos-cluster heal");
    assertThat(others.end("heal.txt", others.start("heal.txt", CLUSTER, "heal"))).isZero();
    // Each node has a second to answer, which on a busy machine is not always enough.
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> others.end("after.txt", others.start("after.txt", CLUSTER, "status")) == 0);
    assertThat(others.text("after.txt")).doesNotContain("experiment");
  }

  @Test
  void shouldHealItsFaultsOnCtrlC() throws Exception {
    breakNode("node3");
    assertThat(clusters.faults().all()).hasSize(1);

    new ProcessBuilder("kill", "-INT", Long.toString(tool.pid())).start().waitFor();

    assertThat(others.end("chaos.txt", tool)).isEqualTo(2);
    assertThat(others.text("chaos.txt")).contains("experiment: healing node3");
    assertThat(clusters.faults().all()).isEmpty();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> cluster.nodes().stream().map(Node::state).allMatch(NodeState.UP::equals));
    assertThat(RunFolder.open(folder.resolve("run")).run().experiment().problem().text())
        .isEqualTo("it was interrupted");
  }

  /** Begins an experiment that leaves a node dead for minutes. */
  private void breakNode(String node) throws IOException {
    tool =
        others.start(
            "chaos.txt",
            ChaosMain.class.getName(),
            ("kill-node --target local --instances 30 --warmup 1s --beat 2s --list 2s --steady-duration 3s"
                    + " --heal-after 10m --which "
                    + node
                    + " --out "
                    + folder.resolve("run"))
                .split(" "));
    others.await(
        "chaos.txt",
        tool,
        Duration.ofSeconds(210),
        () -> others.text("chaos.txt").contains("experiment: kill " + node));
    others.await("chaos.txt", tool, Duration.ofSeconds(30), () -> state(node) == NodeState.DOWN);
  }

  private static NodeState state(String name) {
    return cluster.nodes().stream()
        .filter(node -> node.name().equals(name))
        .map(Node::state)
        .findFirst()
        .orElseThrow();
  }
}
