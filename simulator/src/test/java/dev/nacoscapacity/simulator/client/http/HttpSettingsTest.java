package dev.nacoscapacity.simulator.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSettingsTest {

  private static HttpSettings over(HttpApi api) {
    return over(api, Duration.ofSeconds(5));
  }

  private static HttpSettings over(HttpApi api, Duration beat) {
    return Workloads.http(
        Workloads.ofDriver("capacity", beat, Workloads.http(Duration.ofSeconds(7))), api, 1, 0);
  }

  /** A long poll has half its time more, but over v3 none is held. */
  @ParameterizedTest
  @CsvSource({
    "V1, LISTEN, 45, true",
    "V1, BEAT, 7, false",
    "V1, LOGIN, 7, false",
    "V1, READ, 3, false",
    "V1, PUBLISH, 3, false",
    "V1, REMOVE, 3, false",
    "V3, LISTEN, 7, false"
  })
  void shouldGiveEachCallItsTimeout(HttpApi api, Operation operation, int seconds, boolean held) {
    Call call = CallFixtures.of(operation);
    assertThat(over(api).timeout(call)).isEqualTo(Duration.ofSeconds(seconds).toNanos());
    assertThat(over(api).holds(call)).isEqualTo(held);
  }

  /** A client of 2.x logs in over HTTP as one of 1.x does. */
  @Test
  void shouldGiveALoginTheTimeOfTheRealClient() {
    HttpSettings settings = Workloads.http(Workloads.ofDriver(Workloads.GRPC), HttpApi.V1, 1, 0);

    assertThat(settings.timeout(CallFixtures.of(Operation.SCRAPE)))
        .isEqualTo(Duration.ofSeconds(3).toNanos());
    assertThat(settings.timeout(CallFixtures.of(Operation.LOGIN)))
        .isEqualTo(Duration.ofSeconds(50).toNanos());
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
