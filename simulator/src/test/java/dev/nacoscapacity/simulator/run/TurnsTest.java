package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.schedule.Rota;
import dev.nacoscapacity.simulator.schedule.Timetable;
import dev.nacoscapacity.simulator.wire.Operation;
import org.junit.jupiter.api.Test;

class TurnsTest {

  private final Turns turns =
      new Turns(Operation.BEAT, false, new Timetable(new Rota(2, 0), Phase.SPREAD, 0, 10), 2, 0);

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
