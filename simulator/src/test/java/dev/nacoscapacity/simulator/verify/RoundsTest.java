package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private final ListHistory history = ListHistory.complete();

  @Test
  void shouldPollCellsUnreadForTwelveSeconds() {
    history.later(11.9);
    history.answers(1);
    assertThat(poll(10)).isEmpty();
    history.later(0.1);
    assertThat(poll(10)).containsExactlyInAnyOrder("0@0", "1@0", "0@2", "1@2");
  }

  @Test
  void shouldRepeatACellOnlyAfterItsAnswerHadTime() {
    history.later(12);
    assertThat(poll(10)).hasSize(6);
    history.later(7.9);
    assertThat(poll(10)).isEmpty();
    history.answers(0);
    history.later(0.1);
    assertThat(poll(10)).containsExactlyInAnyOrder("0@1", "1@1", "0@2", "1@2");
  }

  @Test
  void shouldPollNoMoreThanAskedAndContinueFromThere() {
    history.later(12);
    List<String> named = poll(4);
    assertThat(named).hasSize(4);
    named.addAll(poll(4));
    assertThat(named).hasSize(6).doesNotHaveDuplicates();
  }

  @Test
  void shouldSweepEveryCellByIdentityUntilNoneIsLeft() {
    history.later(1);
    long since = history.now();
    history.answers();
    assertThat(history.view.nextToSweep(since, since, 0, (service, node) -> {})).isEqualTo(6);
    history.sweep();
    assertThat(history.view.nextToSweep(since, since, 9, (service, node) -> {})).isZero();
  }

  @Test
  void shouldRepeatACellSoonHoweverManyThereAre() {
    GracePeriods many = GracePeriods.DEFAULT.ofCells(20_000);
    assertThat(many.unknown()).isEqualTo(Duration.ofSeconds(200));
    ReadSchedule rounds = new ReadSchedule(new ServiceNodeGrid(1, 1, 0), many, 0);
    List<Long> named = new ArrayList<>();
    for (long second = 0; second <= 30; second++) {
      long at = second;
      rounds.poll(TimeUnit.SECONDS.toNanos(second), 1, (service, node) -> named.add(at));
    }

    assertThat(named).containsExactly(0L, 8L, 16L, 24L);
  }

  @Test
  void shouldSweepOnlyWhatIsLeftAndEachOnce() {
    history.later(1);
    long since = history.now();
    List<String> named = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      int remaining =
          history.view.nextToSweep(
              since, since, 4, (service, node) -> named.add(service + "@" + node));
      assertThat(remaining).as("in flight still counts").isEqualTo(6);
    }
    assertThat(named).hasSize(6).doesNotHaveDuplicates();
  }

  private List<String> poll(int most) {
    List<String> named = new ArrayList<>();
    history.view.nextToPoll(
        history.now(), most, (service, node) -> named.add(service + "@" + node));
    return named;
  }
}
