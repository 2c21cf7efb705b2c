package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Common base of all benchmarks: one core for the server, and one for the measured program. */
@Command(
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:measured, and every target was met",
      "1:a target was missed",
      "2:nothing could be measured",
      "64:wrong usage",
      "70:internal error"
    },
    exitCodeOnInvalidInput = ExitCode.USAGE,
    exitCodeOnExecutionException = ExitCode.INTERNAL)
abstract class BenchCommand implements Callable<Integer> {

  static final String SERVER_CORE = "0";
  static final String CLIENT_CORE = "1";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  private boolean help;

  /** Runs a command to its end and leaves the JVM with its exit code. */
  static void exit(BenchCommand command, String[] args) {
    // Figures look the same in every locale: 1,000.5.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    System.exit(new CommandLine(command).execute(args));
  }

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

  /** The project's folder. */
  static Path home() {
    return Path.of(System.getProperty("nacoscapacity.home"));
  }

  static Path jmeterHome() {
    return home().resolve("jmeter-plans/jmeter/target/jmeter");
  }

  static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** A table whose cells are formatted already. */
  static Table table(String... headings) {
    return new Table(Stream.of(headings).map(heading -> Column.text(heading, heading)).toList());
  }
}
