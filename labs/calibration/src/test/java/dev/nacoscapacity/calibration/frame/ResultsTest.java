package dev.nacoscapacity.calibration.frame;

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

    assertThat(results.ratio(setting("proxied"), setting("direct"), "rate"))
        .contains(new Spread(0.9, 0.9, 0.9));
  }

  @Test
  void shouldLeaveOutRoundsInWhichOneCameToNothing() {
    Row broken =
        new Row(
            setting("proxied"),
            List.of(Round.ended("nginx did not answer"), Round.of(Map.of("rate", 25.0))));

    assertThat(
            new Results(List.of(broken, row("direct", 100, 50)))
                .ratio(setting("proxied"), setting("direct"), "rate"))
        .contains(new Spread(0.5, 0.5, 0.5));
  }

  @Test
  void shouldSayNothingOfWhatWasNotMeasured() {
    Results results = new Results(List.of(row("direct", 100)));

    assertThat(results.ratio(setting("proxied"), setting("direct"), "rate")).isEmpty();
    assertThat(results.spread(setting("direct"), "cpu")).isEmpty();
  }

  private static Row row(String name, double... rates) {
    return new Row(
        setting(name),
        DoubleStream.of(rates).mapToObj(rate -> Round.of(Map.of("rate", rate))).toList());
  }

  private static Map<String, String> setting(String name) {
    return Map.of("case", name);
  }
}
