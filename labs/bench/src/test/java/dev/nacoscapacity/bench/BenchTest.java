package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.bench.Stopwatch.Measurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchTest {

  @Test
  void shouldMeetTheTargetsWhenBothRatiosAreHighEnough() {
    assertThat(Bench.targetsMet(beats(80, 100, 8))).isTrue();
    assertThat(Bench.targetsMet(beats(79, 100, 7))).isFalse();
    assertThat(Bench.targetsMet(beats(90, 100, 10))).isFalse();
  }

  @Test
  void shouldTellEachClientAndRatio() {
    Map<String, List<Measurement>> beats = beats(80, 100, 8);

    assertThat(String.join("\n", Bench.figures(beats, beats)))
        .contains("| generator | beat, 64 B | 80 (80 to 80) | 12500.00 ")
        .contains("| 100 % | 1.25 |")
        .contains("| driver alone / wrk | 0.80 (0.80 to 0.80) | ≥ 0.8 |")
        .contains("| generator / JMeter | 10.00 (10.00 to 10.00) | ≥ 10.0 |");
  }

  private static Map<String, List<Measurement>> beats(long generator, long wrk, long jmeter) {
    List<Measurement> fleetRounds = inOneCpuSecond(generator);
    return Map.of(
        "driver alone", fleetRounds,
        "generator", fleetRounds,
        "wrk", inOneCpuSecond(wrk),
        "Netty codec", fleetRounds,
        "JMeter", inOneCpuSecond(jmeter));
  }

  private static List<Measurement> inOneCpuSecond(long requests) {
    return List.of(new Measurement(requests, new Reading(1, 1), 1.25));
  }
}
