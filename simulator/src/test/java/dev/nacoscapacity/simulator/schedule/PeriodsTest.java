package dev.nacoscapacity.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeriodsTest {

  @Test
  void shouldBeMultiplesOfTheirGreatestCommonDivisor() {
    Periods periods = Periods.of(10_000, 15_000, 5_000);

    assertThat(periods.common()).isEqualTo(5_000);
    assertThat(periods.multiples()).containsExactly(2, 3, 1);
    assertThat(periods.equal()).isFalse();
  }

  @Test
  void shouldBeOneWhenAllAreEqual() {
    Periods periods = Periods.of(7, 7);

    assertThat(periods.common()).isEqualTo(7);
    assertThat(periods.equal()).isTrue();
  }

  @Test
  void shouldBeNoneWhenNothingIsEverDue() {
    assertThat(Periods.of(0, 0).common()).isZero();
  }
}
