package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpeedWatchTest {

  private final AtomicLong now = new AtomicLong();

  /** How long a piece of work takes. */
  private long nanos = 250_000;

  private final SpeedWatch watch =
      new SpeedWatch(new MachineSpeed(() -> () -> now.addAndGet(nanos), now::get, now::get, 2));

  private void sample(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      watch.sample();
    }
  }

  @Test
  void shouldGiveTheMedianOfTheWindowAlone() throws Exception {
    watch.phase(Phases.RAMP, Duration.ZERO);
    nanos = 1_000_000;
    sample(9);
    watch.phase(Phases.MEASURE, Duration.ZERO);
    sample(2);
    nanos = 250_000;
    sample(3);
    watch.phase(Phases.DRAIN, Duration.ZERO);
    nanos = 1_000_000;
    sample(9);

    assertThat(watch.speed()).contains(4_000 / SpeedWatch.REFERENCE);
  }

  @Test
  void shouldSayNothingAfterAWindowOfFewSeconds() throws Exception {
    watch.phase(Phases.MEASURE, Duration.ZERO);
    sample(4);

    assertThat(watch.speed()).isEmpty();
  }
}
