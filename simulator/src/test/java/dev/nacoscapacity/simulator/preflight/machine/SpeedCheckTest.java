package dev.nacoscapacity.simulator.preflight.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** On clocks that a piece of work moves on by a hundredth of a second. */
class SpeedCheckTest {

  private static final long PIECE_NANOS = 10_000_000;

  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);

  @Test
  void shouldGiveTheFactorWithAllCoresBusy() throws Exception {
    assertThat(line(1, 17))
        .isEqualTo("speed of a core: 0.02 with 2 cores busy, for bin/simulator size --speed");
  }

  @Test
  void shouldNameAJdkThatIsNotTheReferences() throws Exception {
    assertThat(line(1, 21)).contains("0.02").contains("JDK 21");
  }

  @Test
  void shouldGiveNoFactorWhenTheMachineIsBusyOtherwise() throws Exception {
    assertThat(line(0.5, 17)).startsWith("no speed").contains("50 %").doesNotContain("0.02");
  }

  @Test
  void shouldDoubtRoundsThatDiffer() {
    assertThat(SpeedCheck.doubt(true, rounds(0.7, 0.8, 0.9, 1)).orElseThrow())
        .contains("0.78 to 0.93");
  }

  @Test
  void shouldNotDoubtRoundsOfWhichOneWasDisturbed() {
    assertThat(SpeedCheck.doubt(true, rounds(0.3, 0.8, 0.8, 0.81, 0.81))).isEmpty();
  }

  @Test
  void shouldDoubtCodeThatWasNotWarm() {
    assertThat(SpeedCheck.doubt(false, rounds(0.81, 0.82)).orElseThrow()).contains("warm-up");
  }

  private static List<Sample> rounds(double... factors) {
    return DoubleStream.of(factors)
        .mapToObj(factor -> new Sample(4, factor * MachineSpeed.REFERENCE, 1))
        .toList();
  }

  private String line(double share, int feature) throws InterruptedException {
    MachineSpeed speed =
        new MachineSpeed(
            () -> () -> passed.get()[0] += PIECE_NANOS,
            () -> passed.get()[0],
            () -> (long) (share * passed.get()[0]),
            2);
    return new SpeedCheck(speed, feature).line();
  }
}
