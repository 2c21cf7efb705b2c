package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** What all benchmarks share: a core for the server, and one for what is measured. */
abstract class BenchCommand implements Callable<Integer> {

  static final int SERVER_CORE = 0;
  static final int CLIENT_CORE = 1;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  private boolean help;

  /**
   * Measures, and prints the figures.
   *
   * @return the exit code
   * @throws MeasureException when nothing can be measured
   */
  abstract int measure() throws IOException, InterruptedException;

  @Override
  public final Integer call() throws InterruptedException {
    try {
      if (Runtime.getRuntime().availableProcessors() < 2) {
        throw new MeasureException("needs two cores: one for the server, one for the client");
      }
      return measure();
    } catch (MeasureException | IOException e) {
      System.err.println("bench: " + e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }
}
