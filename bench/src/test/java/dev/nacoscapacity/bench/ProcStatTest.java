package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcStatTest {

  @Test
  void shouldAddUserAndSystemTime() {
    String stat = "4711 (java) S 1 4711 4711 0 -1 4194304 9 9 9 9 1234 66 7 8 20 0 31 0 99 1 1";

    assertThat(ProcStat.cpuSeconds(stat)).isEqualTo(13.0);
  }

  @Test
  void shouldFindTheFieldsWhenTheCommandHasSpacesAndParentheses() {
    String stat = "1 (a) b (c) R 1 1 1 0 -1 0 0 0 0 0 100 50 0 0 20 0 1 0 9 1 1";

    assertThat(ProcStat.cpuSeconds(stat)).isEqualTo(1.5);
  }
}
