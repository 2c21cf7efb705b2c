package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A minute on a clock that a piece of work moves on by a hundredth of a second. */
class MachineRunTest {

  private static final long PIECE_NANOS = 10_000_000;

  private final ThreadLocal<long[]> passed = ThreadLocal.withInitial(() -> new long[1]);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldPrintTheSpeedOfOneCoreAloneAndOfAllTogether() {
    assertThat(run(2, 1)).isEqualTo(ExitCode.OK);
    assertThat(text(out))
        .containsPattern("1 of 2 .* 100 +100 %\n2 of 2 .* 100 +100 %\n")
        .contains("next: bin/simulator size --speed ");
    assertThat(text(err)).contains("machine: warming up", "machine: round 12 of 12");
  }

  @Test
  void shouldMeasureTheOnlyCoreOnceARound() {
    assertThat(run(1, 1)).isEqualTo(ExitCode.OK);
    assertThat(text(out).lines().filter(line -> line.startsWith("1 of 1"))).hasSize(1);
  }

  @Test
  void shouldBeInconclusiveWhenTheMachineIsBusyOtherwise() {
    assertThat(run(2, 0.5)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(text(out)).contains("took 50 % of the processor time").doesNotContain("next:");
  }

  @Test
  void shouldBeInconclusiveWhenItIsInterrupted() {
    Thread.currentThread().interrupt();

    assertThat(run(2, 1)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(text(out)).startsWith("INTERRUPTED (exit code 2)");
  }

  private int run(int cores, double share) {
    MachineSpeed speed =
        new MachineSpeed(
            () -> () -> passed.get()[0] += PIECE_NANOS,
            () -> passed.get()[0],
            () -> (long) (share * passed.get()[0]),
            cores);
    return new MachineRun(speed, "a JVM").run(stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
