package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts that cannot succeed, with commands that are no servers. */
@Timeout(120)
class ProcessClusterIT {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 2);

  @TempDir private Path folder;
  private final List<String> progress = new ArrayList<>();
  private InetSocketAddress nowhere;

  @BeforeEach
  void findPort() {
    nowhere = new InetSocketAddress("127.0.0.1", Ports.moveToFree(SPEC).basePort());
  }

  @Test
  void shouldGiveUpAndLeaveNothingWhenANodeExitsAgainAndAgain() throws IOException {
    Cluster cluster = cluster(List.of("sleep", "60"), List.of("false"));

    assertThatExceptionOfType(ClusterException.class)
        .isThrownBy(cluster::start)
        .withMessageContaining("node2 exited 4 times while starting: see");
    assertThat(progress).filteredOn("starting node2"::equals).hasSize(4);
    assertThat(cluster.nodes()).extracting(Node::state).containsOnly(NodeState.DOWN);
  }

  @Test
  void shouldStopAndLeaveNothingWhenInterrupted() throws Exception {
    Cluster cluster = cluster(List.of("sleep", "60"), List.of("sleep", "60"));
    List<RuntimeException> failure = new ArrayList<>();
    Thread starter =
        new Thread(
            () -> {
              try {
                cluster.start();
              } catch (RuntimeException e) {
                failure.add(e);
              }
            });
    starter.start();
    await().atMost(Duration.ofSeconds(60)).until(() -> cluster.nodes().get(0).pid().isPresent());

    starter.interrupt();
    starter.join();

    assertThat(failure).singleElement().isInstanceOf(ClusterException.class);
    assertThat(cluster.nodes()).extracting(Node::state).containsOnly(NodeState.DOWN);
  }

  @SafeVarargs
  private Cluster cluster(List<String>... commands) throws IOException {
    List<ProcessNode> nodes = new ArrayList<>();
    for (List<String> command : commands) {
      String name = "node" + (nodes.size() + 1);
      DetachedProcess process =
          new DetachedProcess(
              name, Files.createDirectories(folder.resolve(name)), ProcessTable.SYSTEM);
      nodes.add(
          new ProcessNode(
              name, nowhere, process, false, client(), () -> new Launch(command, Map.of())));
    }
    return new ProcessCluster(
        SPEC,
        new StateFolder(folder),
        nodes,
        new Readiness(List.of(client()), List.of(), Optional.empty(), true),
        () -> {},
        progress::add);
  }

  private AdminClient client() {
    return AdminClient.of(nowhere, Duration.ofSeconds(1));
  }
}
