package dev.nacoscapacity.calibration.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.calibration.process.MeasureException;
import org.junit.jupiter.api.Test;

/** What stock tools write, as it was seen. */
class OutputTest {

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
    assertThat(Wrk.parse(WRK))
        .isEqualTo(new LoadFigures(81410, 1.0, 81410.25, 0.42, 2.10, 1200, 21.66));
  }

  @Test
  void shouldReadAbsTable() {
    assertThat(AbLoad.parse(AB))
        .isEqualTo(new LoadFigures(3000, 2.160, 1389.11, 203, 215, 240, 295));
  }

  @Test
  void shouldNotCountAnswersThatAreNoGoodOnes() {
    assertThatThrownBy(() -> Wrk.parse(WRK + "  Non-2xx or 3xx responses: 81410\n"))
        .isInstanceOf(MeasureException.class);
    assertThatThrownBy(() -> AbLoad.parse(AB + "Non-2xx responses:      3000\n"))
        .isInstanceOf(MeasureException.class);
    assertThatThrownBy(
            () ->
                AbLoad.parse(AB.replace("Failed requests:        0", "Failed requests:        7")))
        .isInstanceOf(MeasureException.class);
    assertThatThrownBy(() -> Wrk.parse("unable to connect")).isInstanceOf(MeasureException.class);
  }
}
