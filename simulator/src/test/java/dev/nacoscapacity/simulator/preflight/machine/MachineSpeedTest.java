package dev.nacoscapacity.simulator.preflight.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class MachineSpeedTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long MILLISECOND = 1_000_000;

  /** Each sample's threads are new, and so are their clocks. */
  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);

  private final AtomicInteger pieces = new AtomicInteger();
  private double share = 1;

  @Test
  void shouldCountPiecesInASecondOfCpuTimeWhateverElseTheMachineDoes() throws Exception {
    MachineSpeed speed = speed(piece -> 10 * MILLISECOND);
    share = 0.5;

    Sample sample = speed.measure(1, SECOND);

    assertThat(sample.pieces()).isEqualTo(200);
    assertThat(sample.share()).isEqualTo(0.5);
    assertThat(sample.factor()).isEqualTo(200 / MachineSpeed.REFERENCE);
  }

  @Test
  void shouldGiveTheSpeedOfOneThreadWhenSeveralWork() throws Exception {
    Sample sample = speed(piece -> 10 * MILLISECOND).measure(3, SECOND);

    assertThat(pieces).hasValue(300);
    assertThat(sample.threads()).isEqualTo(3);
    assertThat(sample.pieces()).isCloseTo(100, within(1e-9));
  }

  @Test
  void shouldWarmUpUntilTheSpeedIsLevel() throws Exception {
    // Ever more of it is compiled, for eight seconds.
    MachineSpeed speed = speed(piece -> (30 - Math.min(20, piece / 20)) * MILLISECOND);

    assertThat(speed.warmUp()).isTrue();
    assertThat(speed.measure(1, SECOND).pieces()).isEqualTo(100);
  }

  @Test
  void shouldCallSteadyNoiseWarm() throws Exception {
    MachineSpeed speed = speed(piece -> (piece / 50 % 3 == 0 ? 20 : 10) * MILLISECOND);

    assertThat(speed.warmUp()).isTrue();
  }

  @Test
  void shouldSayWhenTheSpeedStillRisesAfterTheLongestWarmUp() throws Exception {
    MachineSpeed speed = speed(piece -> MILLISECOND * 10_000 / (1_000 + piece));

    assertThat(speed.warmUp()).isFalse();
  }

  @Test
  void shouldMeasureThisMachine() throws Exception {
    Sample sample = MachineSpeed.ofThisMachine().measure(2, Duration.ofMillis(5));

    assertThat(sample.pieces()).isPositive();
    assertThat(sample.share()).isBetween(0.0, 1.0);
  }

  /** A machine of two cores on which the n-th piece takes a thread so many nanoseconds. */
  private MachineSpeed speed(IntToLongFunction nanos) {
    return new MachineSpeed(
        () -> () -> passed.get()[0] += nanos.applyAsLong(pieces.getAndIncrement()),
        () -> passed.get()[0],
        () -> (long) (share * passed.get()[0]),
        2);
  }
}
