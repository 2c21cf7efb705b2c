package dev.nacoscapacity.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessClusterTest {

  private static final ClusterSpec SPEC = ClusterSpec.of(ServerVersion.V1_4_1, 1);
  private static final InetSocketAddress NOWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  @TempDir private Path folder;

  @Test
  void shouldLeaveAnUpgradedNodeAloneWhenItIsInterruptedWhileItLooks() throws Exception {
    Process running = new ProcessBuilder("sleep", "60").start();
    try {
      InstalledServer server = upgraded(running);
      ProcessCluster cluster = cluster(server);
      Thread.currentThread().interrupt();

      assertThatExceptionOfType(ClusterException.class)
          .isThrownBy(cluster::start)
          .withMessage("interrupted while waiting for the cluster");

      assertThat(Thread.interrupted()).isTrue();
      assertThat(running.isAlive()).isTrue();
      assertThat(server.unsettled()).isTrue();
      assertThat(server.version()).isEqualTo(ServerVersion.V2_2_4);
    } finally {
      // Whatever the test found, later tests of this thread are not interrupted.
      Thread.interrupted();
      running.destroyForcibly();
    }
  }

  private InstalledServer upgraded(Process running) throws IOException {
    Path home = Files.createDirectories(folder.resolve("node1"));
    InstalledServer server = new InstalledServer(SPEC, 0, home);
    server.create(Secrets.random());
    server.install(ServerVersion.V2_2_4);
    ProcessTable.Identity process = ProcessTable.SYSTEM.identify(running.pid()).orElseThrow();
    Files.writeString(home.resolve("pid"), process.pid() + " " + process.startTicks());
    return server;
  }

  private ProcessCluster cluster(InstalledServer server) {
    AdminClient client = AdminClient.of(NOWHERE, Duration.ofSeconds(1));
    ProcessNode node =
        new ProcessNode(
            "node1",
            NOWHERE,
            new DetachedProcess("node1", server.home(), ProcessTable.SYSTEM),
            client,
            () -> new Launch(List.of("false"), Map.of()),
            Optional.of(server));
    return new ProcessCluster(
        SPEC,
        new StateFolder(folder),
        List.of(node),
        new Readiness(List.of(client), List::of, Optional.empty(), true),
        () -> {},
        line -> {});
  }
}
