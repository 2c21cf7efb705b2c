package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.bench.PeerBench.Turn;
import dev.nacoscapacity.bench.Stopwatch.Measurement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerBenchTest {

  /** Ten seconds at the pace, and at half of it. */
  @Test
  void shouldTellWhatEachRequestCostAndHowManyWereMade() {
    Map<String, List<Turn>> turns =
        Map.of("tool", List.of(turn(105_600, 2.112, 1_700), turn(52_800, 5.28, 200)));

    assertThat(BenchCommand.markdown(PeerBench.figures(turns)))
        .last()
        .isEqualTo(
            "| tool | 60 (20 to 100) | 75 (50 to 100) % | 37 % | 164 | 950 (200 to 1,700) |");
  }

  private static Turn turn(long requests, double cpuSeconds, double p99Ms) {
    return new Turn(new Measurement(requests, new Reading(10, cpuSeconds), 1), 164_000_000, p99Ms);
  }
}
