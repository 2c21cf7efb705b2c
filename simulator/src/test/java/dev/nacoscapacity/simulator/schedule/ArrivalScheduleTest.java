package dev.nacoscapacity.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nacoscapacity.core.workload.Phase;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {

  @Test
  void shouldMoveForwardOneSlotAtATime() {
    Permutation rota = new Permutation(3, 1);
    ArrivalSchedule timetable = new ArrivalSchedule(rota, Phase.SPREAD, 100, 30);

    for (int arrival = 0; arrival < 7; arrival++) {
      assertThat(timetable.due()).isEqualTo(100 + arrival * 10);
      assertThat(timetable.take()).isEqualTo(rota.actor(arrival));
    }
  }

  @Test
  void shouldOweEverySlotThatAStallMissed() {
    ArrivalSchedule timetable = new ArrivalSchedule(new Permutation(4, 1), Phase.SPREAD, 0, 40);
    long now = 1000;
    int owed = 0;
    while (timetable.due() <= now) {
      timetable.take();
      owed++;
    }

    assertThat(owed).isEqualTo(101);
  }

  @Test
  void shouldStartOverFromTheFirstSlot() {
    Permutation rota = new Permutation(3, 1);
    ArrivalSchedule timetable = new ArrivalSchedule(rota, Phase.BURST, 0, 30);
    timetable.take();
    timetable.begin(700);

    assertThat(timetable.due()).isEqualTo(700);
    assertThat(timetable.take()).isEqualTo(rota.actor(0));
    assertThat(timetable.period()).isEqualTo(30);
  }

  @Test
  void shouldContinueFromTheNextSlotWhenThePeriodChanges() {
    Permutation rota = new Permutation(4, 1);
    ArrivalSchedule timetable = new ArrivalSchedule(rota, Phase.SPREAD, 0, 40);
    timetable.take();
    timetable.take();
    timetable.changePeriod(80);

    assertThat(timetable.due()).isEqualTo(20);
    assertThat(timetable.take()).isEqualTo(rota.actor(2));
    assertThat(timetable.due()).isEqualTo(40);
    assertThat(timetable.take()).isEqualTo(rota.actor(3));
    assertThat(timetable.due()).isEqualTo(60);
    assertThat(timetable.take()).isEqualTo(rota.actor(4));
    assertThat(timetable.period()).isEqualTo(80);
  }

  /** However often servers change the period, no actor waits longer than the longest one. */
  @Property(seed = "1")
  void shouldStarveNobodyWhenThePeriodChangesAgainAndAgain(
      @ForAll @IntRange(min = 1, max = 50) int actors,
      @ForAll List<@LongRange(min = 1, max = 5000) Long> periods,
      @ForAll Phase phase) {
    ArrivalSchedule timetable = new ArrivalSchedule(new Permutation(actors, 3), phase, 0, 5000);
    long[] last = new long[actors];
    Arrays.fill(last, -1);
    for (int arrival = 0; arrival < 5 * actors; arrival++) {
      if (!periods.isEmpty()) {
        timetable.changePeriod(periods.get(arrival % periods.size()));
      }
      long due = timetable.due();
      int actor = timetable.take();
      if (last[actor] >= 0) {
        // Each change may round a nanosecond.
        assertThat(due - last[actor]).isBetween(0L, 5000L + actors);
      }
      last[actor] = due;
    }
    assertThat(last).doesNotContain(-1);
  }

  @Test
  void shouldRefuseAPeriodOfNothing() {
    ArrivalSchedule timetable = new ArrivalSchedule(new Permutation(1, 0), Phase.SPREAD, 0, 1);

    assertThatIllegalArgumentException().isThrownBy(() -> timetable.changePeriod(0));
  }
}
