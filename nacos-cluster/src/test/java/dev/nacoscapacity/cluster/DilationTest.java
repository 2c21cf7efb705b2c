package dev.nacoscapacity.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DilationTest {

  @ParameterizedTest
  @CsvSource({"5, 16, 2, 19", "5, 16, 16, 3", "1, 2.5, 2, 2", "3, 0.3, 2, 1", "1, 16, 2, 8"})
  void shouldExpectAThirdOfTheCoresToBeBusy(int nodes, double cores, int here, double dilation) {
    assertThat(Dilation.expected(nodes, cores, here)).isEqualTo(dilation);
  }

  @Test
  void shouldBeOneWhenThisMachineSuffices() {
    assertThat(Dilation.needed(1.4, 2)).isEqualTo(1);
    assertThat(Dilation.needed(1.5, 2)).isCloseTo(1.05, within(1e-9));
    assertThat(Dilation.of(ClusterSpec.of(ServerVersion.V1_4_1, 5))).isEqualTo(1);
  }

  @Test
  void shouldBeWhatTheUserSaysWhenItIsSaid() {
    assertThat(Dilation.of(ClusterSpec.of(ServerVersion.V1_4_1, 5).withCores(16).withDilation(40)))
        .isEqualTo(40);
  }
}
