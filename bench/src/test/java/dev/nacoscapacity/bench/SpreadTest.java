package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void shouldTakeTheMiddleOfAnOddNumber() {
    assertThat(Spread.of(DoubleStream.of(3, 9, 1))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void shouldTakeTheMeanOfTheMiddleTwoOfAnEvenNumber() {
    assertThat(Spread.of(DoubleStream.of(4, 1, 2, 9))).isEqualTo(new Spread(3, 1, 9));
  }

  @Test
  void shouldCompareWithinEachRoundWhenTheMachineChangesBetweenThem() {
    List<Measurement> ours = List.of(inOneCpuSecond(90), inOneCpuSecond(45));
    List<Measurement> theirs = List.of(inOneCpuSecond(100), inOneCpuSecond(50));

    assertThat(Spread.ofRatios(ours, theirs)).isEqualTo(new Spread(0.9, 0.9, 0.9));
  }

  @Test
  void shouldRefuseWhenThereIsNothing() {
    assertThatThrownBy(() -> Spread.of(DoubleStream.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing was measured");
  }

  private static Measurement inOneCpuSecond(long requests) {
    return new Measurement(requests, 1, 2, "");
  }
}
