package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLogTest {

  private final List<String> said = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final ProgressLog log = new ProgressLog(said::add, nanos::get);

  @Test
  void shouldSayWhatGoesOnWhenNothingWasSaidForAWhile() {
    log.accept("engines 1 of 3: fleet");
    at(9);
    at(10);
    at(15);
    at(20);

    assertThat(said)
        .containsExactly(
            "engines 1 of 3: fleet",
            "engines 1 of 3: fleet, for 10 s",
            "engines 1 of 3: fleet, for 20 s");
  }

  @Test
  void shouldBeSilentBeforeAnythingBegan() {
    at(60);

    assertThat(said).isEmpty();
  }

  private void at(long seconds) {
    nanos.set(TimeUnit.SECONDS.toNanos(seconds));
    log.tick();
  }
}
