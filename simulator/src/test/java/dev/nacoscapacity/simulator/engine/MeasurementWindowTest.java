package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementWindowTest {

  @Test
  void shouldContainItsStartAndNotItsEnd() {
    MeasurementWindow window = new MeasurementWindow(100, 200, 30);

    assertThat(window.contains(99, 99 + 40, false)).isFalse();
    assertThat(window.contains(100, 100 + 40, false)).isTrue();
    assertThat(window.contains(199, 199 + 40, false)).isTrue();
    assertThat(window.contains(200, 200 + 40, false)).isFalse();
  }

  @Test
  void shouldCountALongPollByWhenItsAnswerIsDue() {
    MeasurementWindow window = new MeasurementWindow(100, 200, 30);

    assertThat(window.contains(69, 69 + 40, true)).isFalse();
    assertThat(window.contains(70, 70 + 40, true)).isTrue();
    assertThat(window.contains(169, 169 + 40, true)).isTrue();
    assertThat(window.contains(170, 170 + 40, true)).isFalse();
  }

  @Test
  void shouldCountALongPollThatEndedEarlyByItsEnd() {
    MeasurementWindow window = new MeasurementWindow(100, 200, 30);

    assertThat(window.contains(80, 99, true)).isFalse();
    assertThat(window.contains(80, 100, true)).isTrue();
    assertThat(window.contains(190, 199, true)).as("it failed, in time").isTrue();
    assertThat(window.contains(190, 200, true)).isFalse();
  }

  @Test
  void shouldGoOnAcrossTheClocksOverflow() {
    MeasurementWindow window = new MeasurementWindow(Long.MAX_VALUE - 10, Long.MIN_VALUE + 10, 5);

    assertThat(window.contains(Long.MAX_VALUE, Long.MAX_VALUE + 40, false)).isTrue();
    assertThat(window.contains(Long.MIN_VALUE, Long.MIN_VALUE + 40, false)).isTrue();
    assertThat(window.contains(Long.MIN_VALUE + 10, Long.MIN_VALUE + 10 + 40, false)).isFalse();
  }
}
