package dev.nacoscapacity.simulator.preflight.machine;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the speed of this machine's cores in 10 to 25 s, with all cores busy. The first 5 to 20
 * s warm up the JVM, until the speed no longer rises.
 *
 * @param feature version of this JVM, such as 17
 */
public record SpeedCheck(MachineSpeed speed, int feature) {

  private static final int ROUNDS = 5;
  private static final Duration ROUND = Duration.ofSeconds(1);

  /** Below this share of the cores, more than occasional services ran besides. */
  private static final double LEAST_SHARE = 0.9;

  /** The largest interquartile range of the rounds, relative to their median. */
  private static final double WIDEST = 0.1;

  /** Measures, and tells the speed, or why there is none, on one line. */
  public String line() throws InterruptedException {
    boolean stable = speed.warmUp();
    List<Sample> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(speed.measure(speed.cores(), ROUND));
    }
    return doubt(stable, rounds)
        .map(reason -> "no speed of a core: " + reason)
        .orElseGet(() -> line(Spread.of(rounds, Sample::factor).median()));
  }

  private String line(double factor) {
    String jdk =
        feature == MachineSpeed.REFERENCE_JDK
            ? ""
            : "; JDK %d counts in it, speed 1 is of JDK %d"
                .formatted(feature, MachineSpeed.REFERENCE_JDK);
    return NumberText.of(
            "speed of a core: %.2f with %s busy, for bin/simulator size --speed",
            factor, NumberText.counted(speed.cores(), "core", "cores"))
        + jdk;
  }

  /**
   * Why the rounds give no factor; empty when they do.
   *
   * @param stable whether the speed no longer rose after the warm-up
   */
  static Optional<String> doubt(boolean stable, List<Sample> rounds) {
    double share = Spread.of(rounds, Sample::share).median();
    double[] factors = rounds.stream().mapToDouble(Sample::factor).toArray();
    double low = Spread.quantile(factors, 0.25);
    double high = Spread.quantile(factors, 0.75);
    String doubt = null;
    if (share < LEAST_SHARE) {
      doubt =
          "other programs, or a quota, took %s of the processor time"
              .formatted(NumberText.percent(1 - share));
    } else if (high - low > WIDEST * Spread.quantile(factors, 0.5)) {
      doubt = NumberText.of("half of the rounds lie outside %.2f to %.2f", low, high);
    } else if (!stable) {
      doubt = "it still rose after the warm-up";
    }
    return Optional.ofNullable(doubt).map(reason -> reason + "; try again on a quiet machine");
  }
}
