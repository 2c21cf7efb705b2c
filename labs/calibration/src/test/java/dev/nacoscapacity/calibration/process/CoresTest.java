package dev.nacoscapacity.calibration.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {

  @Test
  void shouldReadRangesOfTheCoresAllowed() {
    assertThat(Cores.parse("Cpus_allowed:\t13\nCpus_allowed_list:\t0-1,4\n"))
        .isEqualTo(new Cores(List.of(0, 1, 4)));
  }

  @Test
  void shouldShareThemOutBetweenServerAndLoad() {
    Cores cores = new Cores(List.of(2, 3, 5));

    assertThat(cores.server()).isEqualTo("2");
    assertThat(cores.load()).isEqualTo("3,5");
  }

  @Test
  void shouldGiveBothTheOnlyCoreThereIs() {
    Cores cores = new Cores(List.of(7));

    assertThat(cores.server()).isEqualTo("7");
    assertThat(cores.load()).isEqualTo("7");
  }
}
