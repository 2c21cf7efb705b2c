package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Measures the speed of this machine's cores within a minute. Each round measures one core with the
 * others idle, then all cores at once.
 */
@Command(
    name = "machine",
    description = "Prints the speed of this machine's cores, for bin/simulator size --speed.",
    footer = {"", "Example:", "  bin/calibrate machine"})
final class MachineCommand implements Callable<Integer> {

  private static final int ROUNDS = 12;
  private static final Duration ALONE = Duration.ofSeconds(1);
  private static final Duration TOGETHER = Duration.ofSeconds(2);

  /** Below this share of the cores, more than occasional services ran besides. */
  private static final double LEAST_SHARE = 0.9;

  /** The largest interquartile range of the rounds, relative to their median. */
  private static final double WIDEST = 0.1;

  private final MachineSpeed speed;
  private final int feature;
  private final PrintStream stdout;
  private final PrintStream stderr;

  /**
   * @param feature version of this JVM, such as 17
   */
  MachineCommand(MachineSpeed speed, int feature, PrintStream stdout, PrintStream stderr) {
    this.speed = speed;
    this.feature = feature;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public Integer call() {
    List<Sample> alone = new ArrayList<>();
    List<Sample> together = new ArrayList<>();
    boolean stable;
    Thread measuring = Thread.currentThread();
    try (var signals = ShutdownSignals.open(stderr, signal -> measuring.interrupt(), "")) {
      stderr.println("machine: warming up");
      stable = speed.warmUp();
      for (int round = 1; round <= ROUNDS; round++) {
        stderr.println("machine: round %d of %d".formatted(round, ROUNDS));
        if (speed.cores() > 1) {
          alone.add(speed.measure(1, ALONE));
        }
        together.add(speed.measure(speed.cores(), TOGETHER));
      }
    } catch (InterruptedException e) {
      stdout.println("INTERRUPTED (exit code 2): no speed");
      return ExitCode.INCONCLUSIVE;
    }
    Table table = Table.of("cores busy", "speed", "pieces of work/CPU s", "processor time");
    row(table, alone);
    row(table, together);
    table.lines().forEach(stdout::println);
    stdout.println("\n" + Doctor.ofThisMachine().describe().java());
    if (feature != MachineSpeed.REFERENCE_JDK) {
      stdout.println(
          ("warning: speed 1 is of JDK %d, and this is %d: the factor is that of machine and JDK"
                  + " together; set JAVA_HOME to the JDK that the nodes run on")
              .formatted(MachineSpeed.REFERENCE_JDK, feature));
    }
    Optional<String> doubt = doubt(stable, together);
    if (doubt.isPresent()) {
      stdout.println("no factor (exit code 2): " + doubt.get());
      return ExitCode.INCONCLUSIVE;
    }
    double factor = Spread.of(together, Sample::factor).median();
    stdout.println(NumberText.of("speed %.2f, with all cores busy", factor));
    stdout.println(
        NumberText.of(
            "next: bin/simulator size --speed %.2f --cores %d --instances 60000",
            factor, speed.cores()));
    return ExitCode.OK;
  }

  private void row(Table table, List<Sample> rounds) {
    if (!rounds.isEmpty()) {
      table.row(
          "%d of %d".formatted(rounds.get(0).threads(), speed.cores()),
          Spread.of(rounds, Sample::factor).format("%.2f"),
          NumberText.count(Math.round(Spread.of(rounds, Sample::pieces).median())),
          NumberText.percent(Spread.of(rounds, Sample::share).median()));
    }
  }

  /**
   * Why the rounds give no factor; empty when they do.
   *
   * @param stable whether the speed no longer rose after the warm-up
   * @param together the rounds with all cores busy
   */
  static Optional<String> doubt(boolean stable, List<Sample> together) {
    double share = Spread.of(together, Sample::share).median();
    double[] factors = together.stream().mapToDouble(Sample::factor).toArray();
    double low = Spread.quantile(factors, 0.25);
    double high = Spread.quantile(factors, 0.75);
    String doubt = null;
    if (share < LEAST_SHARE) {
      doubt =
          "other programs, or a quota, took %s of the processor time: measure again without them"
              .formatted(NumberText.percent(1 - share));
    } else if (high - low > WIDEST * Spread.quantile(factors, 0.5)) {
      doubt =
          NumberText.of(
              "half of the rounds lie outside %.2f to %.2f, as on a host that is shared, or a"
                  + " clock rate that changes: measure again when it is quiet",
              low, high);
    } else if (!stable) {
      doubt = "the speed still rose after the warm-up: measure again on a quiet machine";
    }
    return Optional.ofNullable(doubt);
  }
}
