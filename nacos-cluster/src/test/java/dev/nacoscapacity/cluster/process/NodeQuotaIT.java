package dev.nacoscapacity.cluster.process;

import static dev.nacoscapacity.cluster.ClusterFailures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.quota.NodeQuota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in whose nodes have a quota of processors each. */
@Timeout(240)
@Tag("full")
class NodeQuotaIT {

  @TempDir private Path state;
  @TempDir private Path folder;
  private LocalClusters clusters;
  private ClusterSpec spec;
  private NodeQuota quota;
  private Path jvmArgs;

  @BeforeEach
  void assumeGroups() throws IOException {
    clusters = new LocalClusters(state, state, line -> {});
    jvmArgs = Files.writeString(folder.resolve("jvm-args"), "-XX:TieredStopAtLevel=1");
    spec =
        Ports.moveToFree(
            ClusterSpec.of(ServerVersion.EMBEDDED, 2)
                .withHeap("64m")
                .withJvmArg("@" + jvmArgs)
                .withCores(0.3));
    quota = NodeQuota.of(spec).orElseThrow();
    assumeTrue(mayMakeGroups(), "it takes root, and control groups that may be written");
  }

  private boolean mayMakeGroups() {
    try {
      quota.lift();
      return true;
    } catch (ClusterException e) {
      return false;
    }
  }

  @AfterEach
  void down() {
    clusters.find().ifPresent(Cluster::close);
    quota.close();
  }

  @Test
  void shouldLimitNodesWhateverIsBrokenAndLeaveNoGroup() throws IOException {
    // As an earlier cluster of three nodes left them.
    ClusterSpec earlier = ClusterSpec.of(ServerVersion.V1_4_1, 3).withBasePort(spec.basePort());
    NodeQuota.of(earlier.withCores(1.0)).orElseThrow().lift();

    Cluster cluster = clusters.up(spec);
    Node second = cluster.nodes().get(1);
    assertThat(groupsOf(spec))
        .isNotEmpty()
        .allSatisfy(group -> assertThat(group.resolve("node3")).doesNotExist());
    assertThat(groupOf(cluster.nodes().get(0))).contains("nacos-" + spec.basePort() + "/node1");
    assertThat(quota.isLimited()).isTrue();

    second.kill();
    second.start();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> groupOf(second).contains("nacos-" + spec.basePort() + "/node2"));
    assertThat(quota.isLimited()).isTrue();

    second.kill();
    Files.writeString(jvmArgs, "-XX:+NoSuchOption");
    assertFails(cluster::start);
    assertThat(quota.isLimited()).as("after a start that failed").isTrue();

    Files.writeString(jvmArgs, "-XX:TieredStopAtLevel=1");
    cluster.start();
    assertThat(quota.isLimited()).as("after heal").isTrue();

    cluster.close();
    assertThat(groupsOf(spec)).isEmpty();
  }

  @Test
  void shouldRemoveTheGroupsOfAClusterThatWasKilledWhenTheNextHasNone() throws IOException {
    new StateFolder(state).lock("taken").close();
    new StateFolder(state).record(StateFolder.ClusterRecord.now(spec));
    assertThat(groupsOf(spec)).isNotEmpty();

    ClusterSpec next = ClusterSpec.of(ServerVersion.EMBEDDED, 1).withJvmArg("-XX:+NoSuchOption");
    assertFails(() -> clusters.up(Ports.moveToFree(next)));

    assertThat(groupsOf(spec)).isEmpty();
  }

  private static String groupOf(Node node) throws IOException {
    return Files.readString(Path.of("/proc/" + node.pid().orElseThrow(), "cgroup"));
  }

  /** Where control groups usually are, of version 1 or 2. */
  private static Stream<Path> groupsOf(ClusterSpec spec) {
    return Stream.of("cpu", "cpu,cpuacct", "")
        .map(controller -> Path.of("/sys/fs/cgroup", controller, "nacos-" + spec.basePort()))
        .filter(Files::exists);
  }
}
