package dev.nacoscapacity.simulator.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.workload.Shard;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ShardConverterTest {

  private static Shard convert(String text, Map<String, String> environment) {
    return new FleetOptions.ShardConverter(environment).convert(text);
  }

  @Test
  void shouldTakeTheNumberOfAPodOfAJob() {
    assertThat(convert("job/8", Map.of("JOB_COMPLETION_INDEX", "0"))).isEqualTo(new Shard(1, 8));
    assertThat(convert("job/8", Map.of("JOB_COMPLETION_INDEX", "7"))).isEqualTo(new Shard(8, 8));
    assertThat(convert("2/3", Map.of("JOB_COMPLETION_INDEX", "7"))).isEqualTo(new Shard(2, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "x", "8", "99999999999"})
  void shouldRefuseAJobWithoutAUsableNumber(String index) {
    assertThatThrownBy(() -> convert("job/8", Map.of("JOB_COMPLETION_INDEX", index)))
        .isInstanceOf(TypeConversionException.class);
    assertThatThrownBy(() -> convert("job/8", Map.of()))
        .hasMessageContaining("JOB_COMPLETION_INDEX");
  }
}
