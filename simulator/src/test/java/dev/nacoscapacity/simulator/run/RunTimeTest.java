package dev.nacoscapacity.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Language;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunTimeTest {

  private static final RunTime RUN = new RunTime(Duration.ofSeconds(100), Duration.ofSeconds(150));

  @Test
  void shouldAddUpWhatRunsTake() {
    assertThat(RUN.times(3).plus(RUN))
        .isEqualTo(new RunTime(Duration.ofSeconds(400), Duration.ofSeconds(600)));
    assertThat(RunTime.NONE.plus(RUN)).isEqualTo(RUN);
  }

  @Test
  void shouldTakeLongerByAClockThatRunsFaster() {
    assertThat(RUN.slowed(2.5))
        .isEqualTo(new RunTime(Duration.ofSeconds(250), Duration.ofSeconds(375)));
  }

  @Test
  void shouldTellBothBounds() {
    assertThat(RUN.slowed(36).words(Language.ENGLISH))
        .isEqualTo("about 1 h 00 min, at most 1 h 30 min");
  }
}
