package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.simulator.schedule.ArrivalSchedule;
import dev.nacoscapacity.simulator.schedule.Permutation;
import org.junit.jupiter.api.Test;

class PeriodicCallsTest {

  private final PeriodicCalls calls =
      new PeriodicCalls(
          Operation.BEAT,
          Transport.ANY,
          Channel.NAMING,
          new ArrivalSchedule(new Permutation(2, 0), Phase.SPREAD, 0, 10),
          2,
          1,
          null,
          false,
          0);

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
  void shouldKeepCallsUnderWayWhenThePeriodChanges() {
    calls.start(calls.take());
    calls.changePeriod(30);

    assertThat(calls.period(0)).isEqualTo(30);
    assertThat(calls.due()).isEqualTo(5);
    assertThat(calls.underWay(0) || calls.underWay(1)).isTrue();
  }
}
