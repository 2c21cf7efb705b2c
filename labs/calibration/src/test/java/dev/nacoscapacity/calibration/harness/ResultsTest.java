package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ResultsTest {

  @Test
  void shouldCompareWithinEachRoundWhenTheMachineChangesBetweenThem() {
    Results results = new Results(List.of(row("proxied", 90, 45), row("direct", 100, 50)));

    assertThat(results.ratio("proxied", "rate", "direct", "rate"))
        .contains(new Spread(0.9, 0.9, 0.9));
  }

  @Test
  void shouldLeaveOutRoundsInWhichOneCameToNothing() {
    Round broken = Round.ended("nginx did not answer");
    Row proxied =
        new Row(Map.of("case", "proxied"), List.of(broken, Round.of(Map.of("rate", 25.0))));

    Results results = new Results(List.of(proxied, row("direct", 100, 50)));

    assertThat(results.ratio("proxied", "rate", "direct", "rate"))
        .contains(new Spread(0.5, 0.5, 0.5));
  }

  @Test
  void shouldSayNothingOfWhatWasNotMeasured() {
    Results results = new Results(List.of(row("direct", 100)));

    assertThat(results.ratio("proxied", "rate", "direct", "rate")).isEmpty();
    assertThat(results.spread("direct", "cpu")).isEmpty();
  }

  private static Row row(String name, double... rates) {
    return new Row(
        Map.of("case", name),
        DoubleStream.of(rates).mapToObj(rate -> Round.of(Map.of("rate", rate))).toList());
  }
}
