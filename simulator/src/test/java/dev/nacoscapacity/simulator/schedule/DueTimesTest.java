package dev.nacoscapacity.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.workload.Phase;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DueTimesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int MILLION = 1_000_000;
  private static final long YEAR = 365L * 24 * 3600 * SECOND;

  @Test
  void shouldLieEvenlyInThePeriodWhenSpread() {
    DueTimes times = DueTimes.spread(100, 10, 4);

    assertThat(new long[] {times.at(0), times.at(1), times.at(2), times.at(3), times.at(4)})
        .containsExactly(100, 102, 105, 107, 110);
  }

  @Test
  void shouldCoincideInEachPeriodInABurst() {
    DueTimes times = DueTimes.burst(100, 10, 3);

    assertThat(new long[] {times.at(0), times.at(1), times.at(2), times.at(3), times.at(5)})
        .containsExactly(100, 100, 100, 110, 110);
  }

  @Test
  void shouldNotOverflowWhenAMillionActorsBeatForAYear() {
    long period = 5 * SECOND;
    long rounds = YEAR / period;
    long lastOfYear = rounds * MILLION - 1;

    assertThat(DueTimes.spread(0, period, MILLION).at(lastOfYear)).isEqualTo(YEAR - 5000);
    assertThat(DueTimes.burst(0, period, MILLION).at(lastOfYear)).isEqualTo(YEAR - period);
  }

  @Test
  void shouldNotOverflowWhenAHundredMillionActorsShareAYear() {
    int actors = 100 * MILLION;

    assertThat(DueTimes.spread(0, YEAR, actors).at(actors - 1)).isEqualTo(YEAR - YEAR / actors);
  }

  @Test
  void shouldGoOnAcrossTheClocksOverflow() {
    DueTimes times = DueTimes.spread(Long.MAX_VALUE - 1, 10, 2);

    assertThat(times.at(3) - times.at(0)).isEqualTo(15);
  }

  @Property(seed = "1")
  void shouldNeverDecreaseAndReturnToAnActorAPeriodLater(
      @ForAll @IntRange(min = 1, max = MILLION) int actors,
      @ForAll @LongRange(min = 1, max = 60 * SECOND) long period,
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long arrival,
      @ForAll Phase phase) {
    DueTimes times = DueTimes.of(phase, 0, period, actors);

    assertThat(times.at(arrival + 1)).isGreaterThanOrEqualTo(times.at(arrival));
    assertThat(times.at(arrival + actors) - times.at(arrival)).isEqualTo(period);
  }

  @Property(seed = "1")
  void shouldSpreadEvenlyOverThePeriod(@ForAll @IntRange(min = 10, max = 5000) int actors) {
    DueTimes times = DueTimes.spread(0, SECOND, actors);
    int[] byTenth = new int[10];
    for (int arrival = 0; arrival < actors; arrival++) {
      byTenth[(int) (times.at(arrival) * 10 / SECOND)]++;
    }

    for (int calls : byTenth) {
      assertThat(calls).isBetween(actors / 10, (actors + 9) / 10 + 1);
    }
  }
}
