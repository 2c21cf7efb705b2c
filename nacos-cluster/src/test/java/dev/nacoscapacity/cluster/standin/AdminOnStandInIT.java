package dev.nacoscapacity.cluster.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.InstanceView;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.Namespace;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operator asks of a real server, the stand-in answers as well. */
class AdminOnStandInIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The same over either API, whichever the nodes have. */
  @ParameterizedTest
  @EnumSource
  void shouldAnswerWhatTheAdministrationClientAsks(V1Support v1) {
    try (StandInCluster cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 3).withAuth(true),
            StandInSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(50))
                .withV1(v1))) {
      cluster.start();
      AdminClient anonymous = AdminClient.of(cluster.node(0).http(), Duration.ofSeconds(30));
      AdminClient admin = anonymous.withToken(anonymous.login("nacos", "nacos"));

      assertThat(admin.members()).hasSize(3).allMatch(Member::up);
      assertThat(admin.members().get(0).leaders()).containsKey("naming_persistent_service");
      assertThat(admin.namespaces()).extracting(Namespace::name).containsExactly("public");

      await()
          .atMost(PATIENCE)
          .ignoreException(AdminException.class)
          .untilAsserted(
              () -> {
                // It sends no beats: unhealthy after 15 s, and gone after 30 s.
                admin.register("capacity", "orders", "198.18.0.1", 8080);
                assertThat(admin.instances("capacity", "orders"))
                    .containsExactly(new InstanceView("198.18.0.1", 8080, true));
                assertThat(admin.listing("capacity").services())
                    .extracting(ServiceCount::instances, ServiceCount::healthy)
                    .containsExactly(tuple(1, 1));
                assertThat(admin.metrics().instances()).isOne();
              });

      admin.deregister("capacity", "orders", "198.18.0.1", 8080);
      await().atMost(PATIENCE).until(() -> admin.instances("capacity", "orders").isEmpty());
    }
  }
}
