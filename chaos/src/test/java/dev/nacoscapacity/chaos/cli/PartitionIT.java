package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with a network each are cut off from one another, and the tool dies meanwhile. */
@Timeout(420)
@Tag("full")
class PartitionIT {

  @TempDir private Path state;
  @TempDir private Path folder;
  private LocalClusters clusters;
  private Cluster cluster;
  private List<AdminClient> clients;
  private Process tool;

  @BeforeEach
  void up() throws Exception {
    assumeTrue(mayMakeNamespaces(), "it takes root, unshare and ip, and a kernel that allows it");
    clusters = new LocalClusters(state, state, line -> {});
    cluster =
        clusters.up(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3)
                .withNetworkPerNode(true)
                .withHeap("64m")
                .withJvmArg("-XX:TieredStopAtLevel=1")
                .withBasePort(12_000 + new Random().nextInt(10_000)));
    clients =
        cluster.nodes().stream()
            .map(node -> AdminClient.of(node.http(), Duration.ofSeconds(30)))
            .toList();
  }

  private static boolean mayMakeNamespaces() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "--net", "ip", "link").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void down() {
    if (tool != null) {
      tool.destroyForcibly();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void shouldIsolateANodeAndBeHealedWhenTheToolIsKilled() throws Exception {
    OtherProcesses others = new OtherProcesses(folder, state);
    tool = others.start("chaos.txt", ChaosMain.class.getName(), partition("run"));

    await()
        .atMost(Duration.ofSeconds(210))
        .ignoreException(AdminException.class)
        .until(() -> !tool.isAlive() || seenBy(0).equals(List.of(true, false, true)));
    assertThat(tool.isAlive()).as(others.text("chaos.txt")).isTrue();
    awaitSeenBy(1, false, true, false);
    tool.destroyForcibly().waitFor();

    assertThat(clusters.faults().all())
        .extracting(FaultNotes.Note::node, FaultNotes.Note::fault)
        .containsExactly(tuple("node2", "partition"));
    assertThat(
            others.end(
                "again.txt",
                others.start("again.txt", ChaosMain.class.getName(), partition("again"))))
        .isEqualTo(2);
    assertThat(others.text("again.txt")).contains("run bin/nacos-cluster heal first");

    cluster.start();
    awaitSeenBy(0, true, true, true);
    awaitSeenBy(1, true, true, true);

    cluster.close();
    assertThat(NetworkInterface.getByName("nacos-" + cluster.spec().basePort())).isNull();
    assertThat(Path.of("/run/netns/nacos-" + cluster.spec().basePort() + "-2")).doesNotExist();
  }

  private String[] partition(String run) {
    return ("partition --target local --instances 30 --warmup 1s --beat 2s --list 2s --steady-duration 2s"
            + " --which node2 --heal-after 10m --out "
            + folder.resolve(run))
        .split(" ");
  }

  /** Waits, since on a busy machine a node may answer another one, or us, too late once. */
  private void awaitSeenBy(int index, Boolean... up) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(AdminException.class)
        .untilAsserted(() -> assertThat(seenBy(index)).containsExactly(up));
  }

  /** Which nodes a node calls UP, asked from outside. */
  private List<Boolean> seenBy(int index) {
    return clients.get(index).members().stream().map(Member::up).toList();
  }
}
