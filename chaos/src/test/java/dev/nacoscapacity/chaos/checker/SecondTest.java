package dev.nacoscapacity.chaos.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.run.FleetSeconds;
import org.junit.jupiter.api.Test;

class SecondTest {

  @Test
  void shouldCountClientsWithoutService() {
    Second second = Second.of(FleetSeconds.unserved(Operation.BEAT, 7, 2_500));

    assertThat(second.unserved()).isEqualTo(7);
    assertThat(second.longestUnservedMs()).isEqualTo(2_500);
  }

  @Test
  void shouldNotTakeALongPollThatIsHeldForAClientWithoutService() {
    Second second = Second.of(FleetSeconds.unserved(Operation.LISTEN, 7, 29_500));

    assertThat(second.unserved()).isZero();
    assertThat(second.longestUnservedMs()).isZero();
  }

  @Test
  void shouldJudgeLatencyByWhatIsAnsweredAtOnceAndCountNoPushWhenAClientIsSlowToConnect() {
    Second second = Second.of(FleetSeconds.connecting(3_000));

    assertThat(second.latency().getTotalCount()).isEqualTo(10);
    assertThat(second.latency().getMaxValue()).isEqualTo(1_000);
    assertThat(second.calls()).isEqualTo(11);
    assertThat(second.failed()).isEqualTo(1);
    assertThat(second.failoverRetries()).isEqualTo(2);
  }
}
