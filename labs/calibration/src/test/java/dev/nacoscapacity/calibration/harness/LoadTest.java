package dev.nacoscapacity.calibration.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.harness.Load.Tool;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What stock tools write, as it was seen. */
class LoadTest {

  private static final String WRK =
      """
      Running 1s test @ http://127.0.0.1:8080/
        1 threads and 50 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency     1.48ms  803.12us  21.66ms   93.69%
          Req/Sec    81.53k     1.81k   83.43k    80.00%
        Latency Distribution
           50%  420.00us
           75%    1.61ms
           90%    2.10ms
           99%    1.20s
        81410 requests in 1.00s, 17.31MB read
      Requests/sec:  81410.25
      Transfer/sec:     17.30MB
      """;

  private static final String AB =
      """
      Time taken for tests:   2.160 seconds
      Complete requests:      3000
      Failed requests:        0
      Keep-Alive requests:    3000
      Requests per second:    1389.11 [#/sec] (mean)
      Time per request:       215.966 [ms] (mean)

      Percentage of the requests served within a certain time (ms)
        50%    203
        66%    204
        90%    215
        99%    240
       100%    295 (longest request)
      """;

  @Test
  void shouldReadWrksTimesInTheirUnits() {
    assertThat(Tool.wrk.figures(WRK))
        .isEqualTo(figures(81_410, 1, 81_410.25, 0.42, 2.1, 1_200, 21.66));
  }

  @Test
  void shouldReadAbsTable() {
    assertThat(Tool.ab.figures(AB)).isEqualTo(figures(3_000, 2.16, 1_389.11, 203, 215, 240, 295));
  }

  private static Map<String, Double> figures(
      double requests,
      double seconds,
      double rate,
      double p50,
      double p90,
      double p99,
      double max) {
    return Map.of(
        Load.REQUESTS, requests,
        Load.SECONDS, seconds,
        Load.RATE, rate,
        Load.P50, p50,
        Load.P90, p90,
        Load.P99, p99,
        Load.MAX, max);
  }

  @Test
  void shouldNotCountAnswersThatAreNoGoodOnes() {
    assertRefused(Tool.wrk, WRK + "  Non-2xx or 3xx responses: 81410\n");
    assertRefused(Tool.ab, AB + "Non-2xx responses:      3000\n");
    assertRefused(Tool.ab, AB.replace("requests:        0", "requests:        7"));
    assertRefused(Tool.wrk, "unable to connect");
  }

  private static void assertRefused(Tool tool, String output) {
    assertThatThrownBy(() -> tool.figures(output)).isInstanceOf(MeasureException.class);
  }
}
