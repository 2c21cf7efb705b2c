package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {

  private static HttpSettings over(HttpApi api) {
    return over(api, Duration.ofSeconds(5));
  }

  private static HttpSettings over(HttpApi api, Duration beat) {
    return new HttpSettings(
        Workloads.ofDriver("capacity", beat, Workloads.http(Duration.ofSeconds(7))),
        null,
        new InetSocketAddress("127.0.0.1", 0),
        1,
        0,
        api,
        Reach.USUAL);
  }

  @Test
  void shouldGiveALongPollHalfItsTimeMore() {
    HttpSettings v1 = over(HttpApi.V1);

    assertThat(v1.holds(CallFixtures.of(Operation.LISTEN))).isTrue();
    assertThat(v1.timeout(CallFixtures.of(Operation.LISTEN)))
        .isEqualTo(Duration.ofSeconds(45).toNanos());
    assertThat(v1.holds(CallFixtures.of(Operation.BEAT))).isFalse();
    assertThat(v1.timeout(CallFixtures.of(Operation.BEAT)))
        .isEqualTo(Duration.ofSeconds(7).toNanos());
    assertThat(v1.timeout(CallFixtures.of(Operation.LOGIN)))
        .isEqualTo(Duration.ofSeconds(7).toNanos());
  }

  /** A client of 2.x logs in over HTTP as one of 1.x does. */
  @Test
  void shouldGiveALoginTheTimeOfTheRealClient() {
    HttpSettings settings =
        new HttpSettings(
            Workloads.ofDriver(Workloads.GRPC), null, new InetSocketAddress("127.0.0.1", 0), 1);

    assertThat(settings.timeout(CallFixtures.of(Operation.SCRAPE)))
        .isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(settings.timeout(CallFixtures.of(Operation.LOGIN)))
        .isEqualTo(Duration.ofSeconds(50).toNanos());
  }

  @Test
  void shouldGiveACallAboutAConfigurationThreeSeconds() {
    for (Operation call : List.of(Operation.READ, Operation.PUBLISH, Operation.REMOVE)) {
      assertThat(over(HttpApi.V1).timeout(CallFixtures.of(call)))
          .isEqualTo(Duration.ofSeconds(3).toNanos());
    }
  }

  @Test
  void shouldTreatAListenOfV3AsAnyOtherCallSinceNoneIsHeld() {
    HttpSettings v3 = over(HttpApi.V3);

    assertThat(v3.holds(CallFixtures.of(Operation.LISTEN))).isFalse();
    assertThat(v3.timeout(CallFixtures.of(Operation.LISTEN)))
        .isEqualTo(Duration.ofSeconds(7).toNanos());
  }

  @Test
  void shouldAskForTheSameTimeoutsWhetherTheRunOrTheClassBeatsSlowly() {
    ServiceClass plain = ServiceClass.plain("all", Map.of(1, 1));

    assertThat(over(HttpApi.V1, Duration.ofSeconds(20)).metadata(plain))
        .isEqualTo(over(HttpApi.V1).metadata(plain.withBeatSeconds(20.0)))
        .containsEntry("preserved.heart.beat.timeout", "60000")
        .containsEntry("preserved.ip.delete.timeout", "120000");
  }
}
