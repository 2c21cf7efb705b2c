package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import org.junit.jupiter.api.Test;

class PeriodicCallsTest {

  private final PeriodicCalls<FleetCall> calls = CallFixtures.periodic(Operation.BEAT, 10);

  @Test
  void shouldStartAnActorsNextCallOnlyWhenItsLastHasEnded() {
    assertThat(calls.start(0)).isTrue();
    assertThat(calls.underWay(0)).isTrue();
    assertThat(calls.start(0)).isFalse();
    assertThat(calls.start(1)).isTrue();
    calls.end(0);
    assertThat(calls.underWay(0)).isFalse();
    assertThat(calls.start(0)).isTrue();
  }

  @Test
  void shouldTellHowManySlotsPassedMeanwhile() {
    calls.start(0);
    calls.start(0);
    calls.start(0);
    calls.start(0);

    assertThat(calls.end(0)).isEqualTo(3);
    calls.start(0);
    assertThat(calls.end(0)).isZero();
  }

  @Test
  void shouldMakeTheNextCallWithTheObjectOfOneThatHasEnded() {
    FleetCall ended = calls.next(0, 5, 6);
    calls.recycle(ended);

    FleetCall next = calls.next(1, 10, 11);
    assertThat(next).isSameAs(ended);
    assertThat(next.actor).isEqualTo(1);
    assertThat(next.period).isEqualTo(10);
    assertThat(calls.next(0, 15, 16)).isNotSameAs(next);
  }

  @Test
  void shouldKeepCallsUnderWayWhenThePeriodChanges() {
    calls.start(calls.take());
    calls.changePeriod(30);

    assertThat(calls.period(0)).isEqualTo(30);
    assertThat(calls.due()).isEqualTo(5);
    assertThat(calls.underWay(0) || calls.underWay(1)).isTrue();
  }
}
