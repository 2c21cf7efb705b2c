package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** A minute on a clock that a piece of work moves on by a hundredth of a second. */
class MachineCommandTest {

  private static final long PIECE_NANOS = 10_000_000;

  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldPrintTheSpeedOfOneCoreAloneAndOfAllTogether() {
    assertThat(run(2, 1, 17)).isEqualTo(ExitCode.OK);
    assertThat(text(out))
        .containsPattern("1 of 2 .* 100 +100 %\n2 of 2 .* 100 +100 %\n")
        .contains(
            "speed 0.02, with all cores busy\nnext: bin/simulator size --speed 0.02 --cores 2 ")
        .doesNotContain("warning");
    assertThat(text(err)).contains("machine: warming up", "machine: round 12 of 12");
  }

  @Test
  void shouldMeasureTheOnlyCoreOnceARound() {
    assertThat(run(1, 1, 17)).isEqualTo(ExitCode.OK);
    assertThat(text(out).lines().filter(line -> line.startsWith("1 of 1"))).hasSize(1);
  }

  @Test
  void shouldWarnOfAJdkThatIsNotTheReferences() {
    assertThat(run(2, 1, 21)).isEqualTo(ExitCode.OK);
    assertThat(text(out)).contains("warning: speed 1 is of JDK 17, and this is 21");
  }

  @Test
  void shouldBeInconclusiveWhenTheMachineIsBusyOtherwise() {
    assertThat(run(2, 0.5, 17)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(text(out)).contains("took 50 % of the processor time").doesNotContain("next:");
  }

  @Test
  void shouldBeInconclusiveWhenItIsInterrupted() {
    Thread.currentThread().interrupt();

    assertThat(run(2, 1, 17)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(text(out)).startsWith("INTERRUPTED (exit code 2)");
  }

  @Test
  void shouldDoubtRoundsThatDiffer() {
    assertThat(MachineCommand.doubt(true, rounds(0.7, 0.8, 0.9, 1)).orElseThrow())
        .startsWith("half of the rounds lie outside 0.78 to 0.93,");
    // One round that something disturbed does not matter.
    assertThat(MachineCommand.doubt(true, rounds(0.3, 0.8, 0.8, 0.81, 0.81))).isEmpty();
  }

  @Test
  void shouldDoubtCodeThatWasNotWarm() {
    assertThat(MachineCommand.doubt(false, rounds(0.81, 0.82)).orElseThrow())
        .startsWith("the speed still rose after the warm-up");
  }

  private static List<Sample> rounds(double... factors) {
    return DoubleStream.of(factors)
        .mapToObj(factor -> new Sample(4, factor * MachineSpeed.REFERENCE, 1))
        .toList();
  }

  private int run(int cores, double share, int feature) {
    MachineSpeed speed =
        new MachineSpeed(
            () -> () -> passed.get()[0] += PIECE_NANOS,
            () -> passed.get()[0],
            () -> (long) (share * passed.get()[0]),
            cores);
    return new MachineCommand(speed, feature, stream(out), stream(err)).call();
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
