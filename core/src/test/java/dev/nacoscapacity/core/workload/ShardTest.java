package dev.nacoscapacity.core.workload;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "0/2", "3/2", "a/b", "1/2/3"})
  void shouldRefuseWhatIsNoShard(String text) {
    assertThatThrownBy(() -> Shard.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a shard is I/N");
  }
}
