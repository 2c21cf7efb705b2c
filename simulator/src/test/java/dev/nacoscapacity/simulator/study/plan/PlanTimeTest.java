package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.simulator.run.RunTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTimeTest {

  private static final ClusterSpec REAL = ClusterSpec.of(ServerVersion.V1_4_1, 3);
  private static final ClusterSpec SLOW = REAL.withCores(4).withDilation(10);
  private static final Duration WINDOW = Duration.ofMinutes(10);

  private static PlanRow row(ClusterSpec cluster, Map<String, String> load) {
    return new PlanRow("round", cluster, load, List.of(), null);
  }

  private static PlanRow row(ClusterSpec cluster) {
    return row(cluster, Map.of("instances", "100", "duration", "10m"));
  }

  private static Duration about(PlanRow... rows) {
    return PlanTime.of(List.of(rows)).about();
  }

  @Test
  void shouldTakeNothingWithoutRows() {
    assertThat(PlanTime.of(List.of())).isEqualTo(RunTime.NONE);
  }

  @Test
  void shouldWarmEachClusterOnce() {
    Duration second = about(row(REAL), row(REAL)).minus(about(row(REAL)));

    assertThat(second).isBetween(WINDOW, WINDOW.plusMinutes(1));
    assertThat(about(row(REAL))).isGreaterThan(second.plusSeconds(80));
    assertThat(about(row(REAL), row(REAL.withAuth(true))))
        .isGreaterThan(about(row(REAL), row(REAL)));
  }

  @Test
  void shouldWarmAClusterAnewForOtherClients() {
    PlanRow grpc = row(REAL, Map.of("instances", "100", "duration", "10m", "protocol", "http"));

    assertThat(about(row(REAL), grpc).minus(about(row(REAL), row(REAL))))
        .isBetween(Duration.ofSeconds(80), Duration.ofMinutes(4));
  }

  @Test
  void shouldSlowTheRowsOfASlowCluster() {
    Duration second = about(row(SLOW), row(SLOW)).minus(about(row(SLOW)));

    assertThat(second).isBetween(WINDOW.multipliedBy(10), WINDOW.plusMinutes(1).multipliedBy(10));
    assertThat(about(row(SLOW), row(REAL))).isEqualTo(about(row(SLOW)).plus(about(row(REAL))));
  }

  @Test
  void shouldWarmASlowClusterAtFullSpeedOnly() {
    Duration warming = about(row(SLOW)).minus(about(row(SLOW), row(SLOW)).minus(about(row(SLOW))));

    assertThat(warming).isBetween(Duration.ofSeconds(80), Duration.ofMinutes(4));
  }

  @Test
  void shouldTakeLongerAtMost() {
    RunTime time = PlanTime.of(List.of(row(REAL)));

    assertThat(time.atMost()).isGreaterThan(time.about().plusMinutes(3));
  }
}
