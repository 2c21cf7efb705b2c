package dev.nacoscapacity.cluster.standin.registry;

import static dev.nacoscapacity.cluster.standin.registry.TestCluster.instance;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpiryTest {

  private final TestCluster cluster = new TestCluster(1);

  @Test
  void shouldMarkUnhealthyBetween15And20SecondsWhenBeatsStop() {
    cluster.register(0, instance(1));
    cluster.time.passSeconds(15);
    assertThat(cluster.healthy(0)).containsExactly(1);

    cluster.time.passSeconds(5);

    assertThat(cluster.healthy(0)).isEmpty();
    assertThat(cluster.ports(0)).containsExactly(1);
  }

  @Test
  void shouldRemoveBetween30And35SecondsWhenBeatsStop() {
    cluster.register(0, instance(1));
    cluster.time.passSeconds(30);
    assertThat(cluster.ports(0)).containsExactly(1);

    cluster.time.passSeconds(5);

    assertThat(cluster.ports(0)).isEmpty();
  }

  @Test
  void shouldStayHealthyWhenBeatsCome() {
    cluster.register(0, instance(1));

    for (int beat = 0; beat < 12; beat++) {
      cluster.time.passSeconds(5);
      assertThat(cluster.lightBeat(0, instance(1)).answer).isEqualTo(5_000);
    }

    assertThat(cluster.healthy(0)).containsExactly(1);
  }

  @Test
  void shouldBeHealthyAgainWhenBeatComesLate() {
    cluster.register(0, instance(1));
    cluster.time.passSeconds(20);

    cluster.lightBeat(0, instance(1));

    assertThat(cluster.healthy(0)).containsExactly(1);
  }

  @Test
  void shouldObeyPreservedTimesWhenMetadataSetsThem() {
    InstanceSpec spec =
        instance(
            1,
            Map.of(
                "preserved.heart.beat.interval", "1000",
                "preserved.heart.beat.timeout", "3000",
                "preserved.ip.delete.timeout", "6000"));
    cluster.register(0, spec);
    assertThat(cluster.lightBeat(0, spec).answer).isEqualTo(1_000);

    cluster.time.passSeconds(5);
    assertThat(cluster.ports(0)).containsExactly(1);
    assertThat(cluster.healthy(0)).isEmpty();

    cluster.time.passSeconds(5);
    assertThat(cluster.ports(0)).isEmpty();
  }

  @Test
  void shouldNeverExpireWhenInstanceIsPersistent() {
    InstanceKey key = new InstanceKey("198.18.0.1", 1, "DEFAULT");
    cluster.register(0, InstanceSpec.of(key, TestCluster.ORDERS.name(), 1, true, false, Map.of()));

    cluster.time.passSeconds(60);

    assertThat(cluster.healthy(0)).containsExactly(1);
  }

  @Test
  void shouldAnswerUnknownWhenLightBeatIsOfUnknownInstance() {
    assertThat(cluster.lightBeat(0, instance(1)).answer).isEqualTo(NamingNode.UNKNOWN_INSTANCE);
    assertThat(cluster.ports(0)).isEmpty();
  }

  @Test
  void shouldRegisterWhenFullBeatIsOfUnknownInstance() {
    assertThat(cluster.fullBeat(0, instance(1)).answer).isEqualTo(5_000);
    assertThat(cluster.healthy(0)).containsExactly(1);
  }
}
