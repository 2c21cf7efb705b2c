package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.run.GeneratorLateness.Stall;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GeneratorLatenessTest {

  private final GeneratorLateness lateness = new GeneratorLateness();

  /** A second in which calls were taken up so late, in ms. */
  private static RunStats lag(int calls, int millis) {
    RunStats second = new RunStats(List.of());
    for (int call = 0; call < calls; call++) {
      second.record(Distribution.SCHEDULER_LAG, TimeUnit.MILLISECONDS.toNanos(millis));
    }
    return second;
  }

  private static long ms(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void shouldFindTheStallThatTheRunsThreadSleptThrough() {
    assertThat(lateness.second(lag(0, 0), ms(18_000), ms(60_000)))
        .contains(new Stall(ms(42_000), ms(60_000)));
    assertThat(lateness.since(ms(60_000))).isTrue();
    assertThat(lateness.since(ms(60_001))).isFalse();
  }

  @Test
  void shouldFindTheStallOfCallsThatWereTakenUpLate() {
    RunStats second = lag(98, 0);
    second
        .recording(Distribution.SCHEDULER_LAG)
        .add(lag(2, 9_000).histogram(Distribution.SCHEDULER_LAG));

    assertThat(lateness.second(second, 0, ms(60_000)))
        .hasValueSatisfying(
            stall -> assertThat(stall.to() - stall.from()).isBetween(ms(8_990), ms(9_010)));
  }

  @Test
  void shouldCallNothingAStallThatIsWithinTheBoundOfTheVerdict() {
    assertThat(lateness.second(lag(99, 99), ms(1_000), ms(1_000))).isEmpty();
    RunStats fewLate = lag(99, 0);
    fewLate
        .recording(Distribution.SCHEDULER_LAG)
        .add(lag(1, 9_000).histogram(Distribution.SCHEDULER_LAG));
    assertThat(lateness.second(fewLate, 0, ms(2_000))).isEmpty();
    assertThat(lateness.stalls()).isEmpty();
    assertThat(lateness.since(0)).isFalse();
  }

  @Test
  void shouldJoinLateSecondsToOneStallUntilTheGeneratorHasCaughtUp() {
    lateness.second(lag(1, 0), ms(3_000), ms(10_000));
    lateness.second(lag(1, 3_900), 0, ms(11_000));
    lateness.second(lag(1, 0), ms(2_000), ms(18_000));
    lateness.second(lag(1, 0), ms(2_000), ms(25_001));

    assertThat(lateness.stalls())
        .containsExactly(new Stall(ms(7_000), ms(18_000)), new Stall(ms(23_001), ms(25_001)));
  }
}
