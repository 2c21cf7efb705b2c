package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import dev.nacoscapacity.simulator.engine.Seconds;
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
      second.record(FleetDuration.SCHEDULER_LAG, TimeUnit.MILLISECONDS.toNanos(millis));
    }
    return second;
  }

  private static long ms(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void shouldDetectAStallOfTheRunsThread() {
    assertThat(lateness.second(lag(0, 0), ms(18_000), ms(60_000)))
        .contains(new Stall(ms(42_000), ms(60_000), ms(18_000)));
    assertThat(lateness.since(ms(60_000))).isTrue();
    assertThat(lateness.since(ms(60_001))).isFalse();
  }

  /** By a clock that stood still meanwhile. */
  @Test
  void shouldPlaceASuspensionInTheLastSecond() {
    lateness.suspended(ms(36_000), ms(60_000));

    assertThat(lateness.stalls()).containsExactly(new Stall(ms(59_000), ms(60_000), ms(36_000)));
    assertThat(lateness.since(ms(60_000))).isTrue();
  }

  @Test
  void shouldCallThisMachineOffTheNetworkOnlyWhenNobodyAnswers() {
    Seconds cutOff = new Seconds().calls(3, Operation.BEAT, 1, ConnectFailure.OFF_NETWORK);
    lateness.second(cutOff.stats(), 0, ms(1_000));
    lateness.second(cutOff.calls(1, Operation.LIST, 1, null).stats(), 0, ms(2_000));

    assertThat(lateness.offNetworkSince(ms(1_000))).isTrue();
    assertThat(lateness.offNetworkSince(ms(1_001))).isFalse();
  }

  @Test
  void shouldDetectAStallByLateCalls() {
    RunStats second = lag(98, 0);
    second
        .recording(FleetDuration.SCHEDULER_LAG)
        .add(lag(2, 9_000).histogram(FleetDuration.SCHEDULER_LAG));

    assertThat(lateness.second(second, 0, ms(60_000)))
        .hasValueSatisfying(stall -> assertThat(stall.longest()).isBetween(ms(8_990), ms(9_010)));
  }

  @Test
  void shouldCallNothingAStallWithinTheVerdictsBound() {
    assertThat(lateness.second(lag(99, 99), ms(1_000), ms(1_000))).isEmpty();
    RunStats fewLate = lag(99, 0);
    fewLate
        .recording(FleetDuration.SCHEDULER_LAG)
        .add(lag(1, 9_000).histogram(FleetDuration.SCHEDULER_LAG));
    assertThat(lateness.second(fewLate, 0, ms(2_000))).isEmpty();
    assertThat(lateness.stalls()).isEmpty();
    assertThat(lateness.since(0)).isFalse();
  }

  /** The second after a stall finds its calls late, too. */
  @Test
  void shouldJoinLateSecondsThatOverlap() {
    lateness.second(lag(1, 0), ms(3_000), ms(10_000));
    lateness.second(lag(1, 3_900), 0, ms(11_000));
    lateness.second(lag(1, 0), ms(2_000), ms(14_000));

    assertThat(lateness.stalls())
        .hasSize(2)
        .first()
        .satisfies(
            stall -> {
              assertThat(stall.to()).isEqualTo(ms(11_000));
              assertThat(stall.longest()).isBetween(ms(3_890), ms(3_910));
            });
  }

  /** Calls that are a tenth of a second late make no stall, however long that goes on. */
  @Test
  void shouldMakeNoStallOfShortLateness() {
    for (int second = 1; second <= 60; second++) {
      assertThat(lateness.second(lag(9, 150), 0, ms(1_000 * second))).isPresent();
    }
    assertThat(lateness.stalls()).isEmpty();
  }
}
