package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.calibration.process.Reading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void shouldMeetTheTargetsWhenBothRatiosAreHighEnough() {
    assertThat(report(80, 100, 8).targetsMet()).isTrue();
  }

  @Test
  void shouldMissTheTargetsWhenWrkIsTooFarAhead() {
    assertThat(report(79, 100, 7).targetsMet()).isFalse();
  }

  @Test
  void shouldMissTheTargetsWhenJmeterIsTooClose() {
    assertThat(report(90, 100, 10).targetsMet()).isFalse();
  }

  @Test
  void shouldTellEachClientAndRatio() {
    assertThat(report(80, 100, 8).text(0.1, 0.2))
        .contains("| generator | beat, 64 B | 80 (80 to 80) | 12500.00 ")
        .contains("| 100 % | 1.25 |")
        .contains("| driver alone / wrk | 0.80 (0.80 to 0.80) | ≥ 0.8 |")
        .contains("| generator / JMeter | 10.00 (10.00 to 10.00) | ≥ 10.0 |")
        .contains("load average 0.1 before, 0.2 after")
        .contains("- lag p99 7 us");
  }

  private static Report report(long generator, long wrk, long jmeter) {
    List<Measurement> ours = List.of(inOneCpuSecond(generator));
    List<Measurement> theirs = List.of(inOneCpuSecond(wrk));
    return new Report(
        Stopwatch.Timing.QUICK,
        Map.of(
            "driver alone",
            ours,
            "generator",
            ours,
            "wrk",
            theirs,
            "Netty codec",
            ours,
            "JMeter",
            List.of(inOneCpuSecond(jmeter))),
        Map.of("driver alone", ours, "wrk", theirs),
        Map.of("generator, paced", ours));
  }

  private static Measurement inOneCpuSecond(long requests) {
    return new Measurement(requests, new Reading(1, 1, 0), 1.25, "lag p99 7 us");
  }
}
