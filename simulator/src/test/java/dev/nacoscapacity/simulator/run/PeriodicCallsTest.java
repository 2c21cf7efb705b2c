package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.schedule.Phase;
import org.junit.jupiter.api.Test;

class PeriodicCallsTest {

  private final PeriodicCalls turns =
      new PeriodicCalls(
          Operation.BEAT,
          false,
          new ArrivalSchedule(new Permutation(2, 0), Phase.SPREAD, 0, 10),
          2,
          0);

  @Test
  void shouldStartAnActorsNextCallOnlyWhenItsLastHasEnded() {
    assertThat(turns.start(0)).isTrue();
    assertThat(turns.underWay(0)).isTrue();
    assertThat(turns.start(0)).isFalse();
    assertThat(turns.start(1)).isTrue();
    turns.end(0);
    assertThat(turns.underWay(0)).isFalse();
    assertThat(turns.start(0)).isTrue();
  }

  @Test
  void shouldTellHowManySlotsPassedMeanwhile() {
    turns.start(0);
    turns.start(0);
    turns.start(0);
    turns.start(0);

    assertThat(turns.end(0)).isEqualTo(3);
    turns.start(0);
    assertThat(turns.end(0)).isZero();
  }

  @Test
  void shouldKeepCallsUnderWayWhenThePeriodChanges() {
    turns.start(turns.take());
    turns.changePeriod(30);

    assertThat(turns.period()).isEqualTo(30);
    assertThat(turns.due()).isEqualTo(5);
    assertThat(turns.underWay(0) || turns.underWay(1)).isTrue();
  }
}
