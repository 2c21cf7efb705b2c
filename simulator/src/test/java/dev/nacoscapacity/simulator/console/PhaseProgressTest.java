package dev.nacoscapacity.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseProgressTest {

  private static final PhaseProgress REAL = new PhaseProgress(Language.ENGLISH, 1);

  @Test
  void shouldTellTheTimeLeftWhenAPhaseHasAnEnd() {
    assertThat(REAL.words(second("measure", 15, 0), 60, 45)).isEqualTo("15 s left");
    assertThat(REAL.words(second("measure", 3_000, 0), 3_600, 600)).isEqualTo("50 min 00 s left");
  }

  @Test
  void shouldTellTheTimeLeftByTheWallWhereTimeIsSlowed() {
    PhaseProgress slow = new PhaseProgress(Language.ENGLISH, 20);

    assertThat(slow.words(second("measure", 15, 0), 60, 45))
        .isEqualTo("5 min 00 s left by the wall");
    assertThat(slow.words(second("sweep", 210, 0), 300, 15))
        .isEqualTo("at most 1 h 10 min left by the wall");
    assertThat(slow.words(second("ramp", -5, 250), 0, 5))
        .isEqualTo("250 of 1,000 instances, about 5 min 00 s left by the wall");
    assertThat(slow.limit(Duration.ofSeconds(60))).isEqualTo("60 s, 20 min 00 s by the wall");
    assertThat(REAL.limit(Duration.ofSeconds(60))).isEqualTo("60 s");
  }

  @Test
  void shouldSayAtMostWhenAPhaseEndsAsSoonAsItIsDone() {
    assertThat(REAL.words(second("sweep", 15, 0), 30, 15)).isEqualTo("at most 15 s left");
  }

  @Test
  void shouldGoByInstancesWhenTheyTakeTurns() {
    assertThat(REAL.words(second("ramp", -5, 250), 0, 5))
        .isEqualTo("250 of 1,000 instances, about 15 s left");
  }

  @Test
  void shouldPromiseNothingBeforeTheFirstInstance() {
    assertThat(REAL.words(second("ramp", -5, 0), 0, 5)).isEqualTo("0 of 1,000 instances");
  }

  @Test
  void shouldSaySoWhenItTakesLonger() {
    assertThat(REAL.words(second("drain", -1, 0), 5, 6)).isEqualTo("longer than expected");
  }

  @Test
  void shouldNotCallAPhaseLongWhenItsLastSecondEnds() {
    assertThat(REAL.words(second("measure", -0.001, 0), 60, 60)).isEqualTo("0 s left");
  }

  private static RunSecond second(String phase, double remaining, int completed) {
    return new RunSecond(1, phase, remaining, completed, 1_000, 0, new RunStats(List.of()));
  }
}
