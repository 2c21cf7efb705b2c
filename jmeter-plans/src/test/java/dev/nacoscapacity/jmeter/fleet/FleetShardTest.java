package dev.nacoscapacity.jmeter.fleet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetShardTest {

  @ParameterizedTest
  @ValueSource(strings = {"--auth", "--shard=1/2", "--shard"})
  void shouldRefuseOptionsWithoutAShard(String option) {
    List<String> options = List.of("--instances", "5", option);

    assertThatThrownBy(() -> FleetShard.start(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--shard");
  }
}
