package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeriodicCallsTest {

  private final PeriodicCalls<FleetCall> calls = CallFixtures.periodic(Operation.BEAT, 10);

  @Test
  void shouldStartAnActorsNextCallOnlyOnceItsLastHasEnded() {
    assertThat(calls.start(0)).isTrue();
    assertThat(calls.underWay(0)).isTrue();
    assertThat(calls.start(0)).isFalse();
    assertThat(calls.start(1)).isTrue();
    calls.end(0);
    assertThat(calls.underWay(0)).isFalse();
    assertThat(calls.start(0)).isTrue();
  }

  @Test
  void shouldCountTheSlotsThatPassedMeanwhile() {
    calls.start(0);
    calls.start(0);
    calls.start(0);
    calls.start(0);

    assertThat(calls.end(0)).isEqualTo(3);
    calls.start(0);
    assertThat(calls.end(0)).isZero();
  }

  @Test
  void shouldRecycleTheObjectsOfEndedCalls() {
    FleetCall ended = calls.next(0, 5, 6);
    calls.recycle(ended);

    FleetCall next = calls.next(1, 10, 11);
    assertThat(next).isSameAs(ended);
    assertThat(next.actor).isEqualTo(1);
    assertThat(next.period).isEqualTo(10);
    assertThat(calls.next(0, 15, 16)).isNotSameAs(next);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEAT", "LIST", "LISTEN", "SCRAPE"})
  void shouldForgetItsLastAnswerWhenACallIsRecycled(Operation operation) {
    FleetCall recycled = CallFixtures.begun(operation, 1, 0, 2, 3);
    recycled.failure = "timed out";
    recycled.shortage = "no local port left";
    recycled.markWritten(4);
    if (recycled instanceof BeatCall beat) {
      beat.unknownInstance = true;
      beat.intervalMillis = 7;
      beat.lightAllowed = true;
    } else if (recycled instanceof ListCall list) {
      list.hosts = 7;
      list.healthy = 7;
    } else if (recycled instanceof ListenCall listen) {
      listen.changed = List.of("config");
    } else if (recycled instanceof ScrapeCall scrape) {
      scrape.body = new byte[7];
    }
    recycled.begin(0, 0, 5, 6);

    FleetCall made = CallFixtures.begun(operation, 0, 0, 5, 6);
    assertThat(recycled).usingRecursiveComparison().isEqualTo(made);
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
