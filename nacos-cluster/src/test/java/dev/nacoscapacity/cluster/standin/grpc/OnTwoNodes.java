package dev.nacoscapacity.cluster.standin.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what the stand-in says over gRPC, each on a new cluster of two nodes. */
abstract class OnTwoNodes {

  static final Duration PATIENCE = Duration.ofSeconds(90);

  StandInCluster cluster;

  boolean auth() {
    return false;
  }

  @BeforeEach
  void start() {
    cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 2).withAuth(auth()),
            StandInSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(50))
                .withTokenTtl(Duration.ofSeconds(2)));
    cluster.start();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  TestClient connect(int node) throws IOException {
    return TestClient.connect(cluster.node(node));
  }

  static void awaitPorts(TestClient client, String service, Integer... ports) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(client.ports(service)).containsExactly(ports));
  }
}
