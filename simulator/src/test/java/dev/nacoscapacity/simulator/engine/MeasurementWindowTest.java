package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementWindowTest {

  @Test
  void shouldContainItsStartAndNotItsEnd() {
    MeasurementWindow window = new MeasurementWindow(100, 200, 30);

    assertThat(window.contains(99, false)).isFalse();
    assertThat(window.contains(100, false)).isTrue();
    assertThat(window.contains(199, false)).isTrue();
    assertThat(window.contains(200, false)).isFalse();
  }

  @Test
  void shouldCountALongPollByWhenItsAnswerIsDue() {
    MeasurementWindow window = new MeasurementWindow(100, 200, 30);

    assertThat(window.contains(69, true)).isFalse();
    assertThat(window.contains(70, true)).isTrue();
    assertThat(window.contains(169, true)).isTrue();
    assertThat(window.contains(170, true)).isFalse();
  }

  @Test
  void shouldGoOnAcrossTheClocksOverflow() {
    MeasurementWindow window = new MeasurementWindow(Long.MAX_VALUE - 10, Long.MIN_VALUE + 10, 5);

    assertThat(window.contains(Long.MAX_VALUE, false)).isTrue();
    assertThat(window.contains(Long.MIN_VALUE, false)).isTrue();
    assertThat(window.contains(Long.MIN_VALUE + 10, false)).isFalse();
  }
}
