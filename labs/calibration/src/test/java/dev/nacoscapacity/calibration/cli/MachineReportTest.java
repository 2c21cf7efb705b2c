package dev.nacoscapacity.calibration.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineReportTest {

  private static final String JAVA = "OpenJDK 64-Bit Server VM 17.0.15+6";

  private static final List<Sample> QUIET =
      Stream.concat(samples(1, 0.99, 1, 1.01, 1), samples(4, 0.99, 0.81, 0.82, 0.83)).toList();

  @Test
  void shouldGiveTheFactorWithAllCoresBusyAndTheCommandThatTakesIt() {
    List<String> lines = report(17, true, QUIET).lines();

    assertThat(report(17, true, QUIET).doubt()).isEmpty();
    assertThat(lines.get(1)).matches("1 of 4 +1\\.00 \\(1\\.00 to 1\\.01\\) .* 99 %");
    assertThat(lines.get(2)).matches("4 of 4 +0\\.82 \\(0\\.81 to 0\\.83\\) .* 99 %");
    assertThat(lines)
        .endsWith(
            JAVA,
            "speed 0.82, with all cores busy",
            "next: bin/simulator size --speed 0.82 --cores 4 --instances 60000");
  }

  @Test
  void shouldPrintOneRowWhenThereIsOneCore() {
    assertThat(report(17, true, samples(1, 1, 0.5, 0.5).toList()).lines())
        .anyMatch(line -> line.startsWith("1 of 1"))
        .contains("speed 0.50, with all cores busy");
  }

  @Test
  void shouldWarnOfAJdkThatIsNotTheReferences() {
    assertThat(report(21, true, QUIET).lines())
        .anyMatch(line -> line.startsWith("warning: speed 1 is of JDK 17, and this is 21"));
    assertThat(report(17, true, QUIET).lines()).noneMatch(line -> line.startsWith("warning"));
  }

  @Test
  void shouldGiveNoFactorWhenOtherProgramsHadTheProcessors() {
    assertDoubt(
        report(17, true, samples(4, 0.7, 0.82, 0.82, 0.82).toList()),
        "other programs, or a quota, took 30 % of the processor time: measure again without them");
  }

  @Test
  void shouldGiveNoFactorWhenTheRoundsDiffer() {
    assertDoubt(
        report(17, true, samples(4, 1, 0.7, 0.8, 0.9, 1).toList()),
        "half of the rounds lie outside 0.78 to 0.93,");
    // One round that something disturbed does not matter.
    assertThat(report(17, true, samples(4, 1, 0.3, 0.8, 0.8, 0.81, 0.81).toList()).doubt())
        .isEmpty();
  }

  @Test
  void shouldGiveNoFactorWhenTheCodeWasNotWarm() {
    assertDoubt(report(17, false, QUIET), "the speed still rose after the warm-up");
  }

  private static void assertDoubt(MachineReport report, String why) {
    assertThat(report.doubt()).hasValueSatisfying(doubt -> assertThat(doubt).startsWith(why));
    assertThat(report.lines().get(report.lines().size() - 1))
        .startsWith("no factor (exit code 2): " + why);
    assertThat(report.lines()).noneMatch(line -> line.startsWith("next"));
  }

  private static MachineReport report(int feature, boolean level, List<Sample> samples) {
    return new MachineReport(JAVA, feature, level, samples);
  }

  private static Stream<Sample> samples(int threads, double share, double... factors) {
    return DoubleStream.of(factors)
        .mapToObj(factor -> new Sample(threads, factor * MachineSpeed.REFERENCE, share));
  }
}
