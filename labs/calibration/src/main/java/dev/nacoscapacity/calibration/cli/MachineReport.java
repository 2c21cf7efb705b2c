package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of the rounds of {@code bin/calibrate machine}.
 *
 * @param java name and version of the JVM
 * @param feature its feature version, such as 17
 * @param level whether the speed was stable before the first round
 * @param samples of all rounds; those with the most threads used all cores
 */
record MachineReport(String java, int feature, boolean level, List<Sample> samples) {

  /**
   * Below this share of the cores, other work ran on the machine besides occasional system
   * services.
   */
  private static final double LEAST_SHARE = 0.9;

  /** The largest interquartile range of the rounds, relative to their median. */
  private static final double WIDEST = 0.1;

  /** The table, any warning, and the factor or the reason why there is none. */
  List<String> lines() {
    Table table = Table.of("cores busy", "speed", "pieces of work/CPU s", "processor time");
    samples.stream().mapToInt(Sample::threads).sorted().distinct().forEach(n -> row(table, n));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("");
    lines.add(java);
    if (feature != MachineSpeed.REFERENCE_JDK) {
      lines.add(
          ("warning: speed 1 is of JDK %d, and this is %d: the factor is that of machine and JDK"
                  + " together; set JAVA_HOME to the JDK that the nodes run on")
              .formatted(MachineSpeed.REFERENCE_JDK, feature));
    }
    if (doubt().isPresent()) {
      lines.add("no factor (exit code 2): " + doubt().get());
    } else {
      double factor = Spread.of(together(), Sample::factor).median();
      lines.add(NumberText.of("speed %.2f, with all cores busy", factor));
      lines.add(
          NumberText.of(
              "next: bin/simulator size --speed %.2f --cores %d --instances 60000",
              factor, cores()));
    }
    return lines;
  }

  private void row(Table table, int threads) {
    List<Sample> rounds = with(threads);
    table.row(
        "%d of %d".formatted(threads, cores()),
        Spread.of(rounds, Sample::factor).format("%.2f"),
        NumberText.count(Math.round(Spread.of(rounds, Sample::pieces).median())),
        NumberText.percent(Spread.of(rounds, Sample::share).median()));
  }

  /** Why the rounds give no factor; empty when they do. */
  Optional<String> doubt() {
    double share = Spread.of(together(), Sample::share).median();
    if (share < LEAST_SHARE) {
      return Optional.of(
          "other programs, or a quota, took %s of the processor time: measure again without them"
              .formatted(NumberText.percent(1 - share)));
    }
    double[] factors = together().stream().mapToDouble(Sample::factor).toArray();
    double low = Spread.quantile(factors, 0.25);
    double high = Spread.quantile(factors, 0.75);
    if (high - low > WIDEST * Spread.quantile(factors, 0.5)) {
      return Optional.of(
          NumberText.of(
              "half of the rounds lie outside %.2f to %.2f, as on a host that is shared, or a"
                  + " clock rate that changes: measure again when it is quiet",
              low, high));
    }
    return level
        ? Optional.empty()
        : Optional.of("the speed still rose after the warm-up: measure again on a quiet machine");
  }

  private List<Sample> together() {
    return with(cores());
  }

  private List<Sample> with(int threads) {
    return samples.stream().filter(sample -> sample.threads() == threads).toList();
  }

  private int cores() {
    return samples.stream().mapToInt(Sample::threads).max().orElseThrow();
  }
}
