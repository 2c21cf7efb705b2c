package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code bin/calibrate machine}: measures the speed of this machine's cores within a minute. Each
 * round measures one core with the others idle, then all cores at once.
 */
final class MachineRun {

  private static final int ROUNDS = 12;
  private static final Duration ALONE = Duration.ofSeconds(1);
  private static final Duration TOGETHER = Duration.ofSeconds(2);

  private final MachineSpeed speed;
  private final String java;

  /**
   * @param java name and version of this JVM
   */
  MachineRun(MachineSpeed speed, String java) {
    this.speed = speed;
    this.java = java;
  }

  /** Measures, prints and returns the exit code. */
  int run(PrintStream stdout, PrintStream stderr) {
    List<Sample> samples = new ArrayList<>();
    boolean level;
    try (Interruption signals = new Interruption(stderr);
        ProgressLog progress = ProgressLog.start(stderr::println)) {
      progress.accept("machine: warming up");
      level = speed.warmUp();
      for (int round = 1; round <= ROUNDS; round++) {
        progress.accept("machine: round %d of %d".formatted(round, ROUNDS));
        if (speed.cores() > 1) {
          samples.add(speed.measure(1, ALONE));
        }
        samples.add(speed.measure(speed.cores(), TOGETHER));
      }
    } catch (InterruptedException e) {
      stdout.println("INTERRUPTED (exit code 2): no speed");
      return ExitCode.INCONCLUSIVE;
    }
    MachineReport report = new MachineReport(java, Runtime.version().feature(), level, samples);
    report.lines().forEach(stdout::println);
    return report.doubt().isPresent() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }
}
