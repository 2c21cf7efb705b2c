package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunIntentTest {

  @Test
  void shouldRecogniseTheServicesOfARun() {
    String fresh = Population.freshPrefix(System.currentTimeMillis());
    assertThat(
            isOwn(
                "DEFAULT_GROUP@@"
                    + new Fleet(new Population(10, 10, fresh, "public", Shard.WHOLE))
                        .serviceName(0)))
        .isTrue();
  }

  @Test
  void shouldRecogniseTheServiceOfShards() {
    assertThat(isOwn("DEFAULT_GROUP@@nacos-capacity-shards")).isTrue();
    assertThat(isOwn("nacos-capacity-shards")).isTrue();
    assertThat(isOwn("other@@nacos-capacity-shards")).isFalse();
  }

  @Test
  void shouldTryMetadataOnASpareServiceOfTheRun() {
    Population settings =
        new Population(
            10, 3, Population.freshPrefix(System.currentTimeMillis()), "capacity", Shard.WHOLE);

    assertThat(isOwn(settings.spareService())).isTrue();
    assertThat(new Fleet(settings).serviceNamed(settings.spareService())).isEqualTo(-1);
    assertThat(Metadata.longest(settings.traffic())).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "capacity-planner",
        "capacity-orders-0001",
        "capacity-production-0001",
        "capacity-0000000000-0001",
        "capacity-zzzzzzzzzz-0001",
        "capacity-api-1",
        "capacity-Api-0001",
        "my-capacity-x-0001",
        "other@@capacity-x-0001",
        "capacity-"
      })
  void shouldNotMistakeOtherServicesForItsOwn(String service) {
    assertThat(isOwn(service)).isFalse();
  }

  private static boolean isOwn(String service) {
    return RunIntent.ownServices(Population.SERVICE_PREFIX).test(service);
  }
}
