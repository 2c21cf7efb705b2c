package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Common base of all benchmarks: one core for the server, and one for the measured program. Exit
 * code 1 when a target was missed.
 */
abstract class BenchCommand implements Callable<Integer> {

  static final String SERVER_CORE = "0";
  static final String CLIENT_CORE = "1";

  /** Runs a command to its end and leaves the JVM with its exit code. */
  static void exit(BenchCommand command, String[] args) {
    Conventions.exit((out, err) -> Conventions.apply(new CommandLine(command), out, err), args);
  }

  /**
   * Measures, and prints the figures.
   *
   * @return the exit code
   * @throws MeasureException when nothing can be measured
   */
  abstract int measure() throws IOException, InterruptedException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      throw new MeasureException("needs two cores: one for the server, one for the client");
    }
    return measure();
  }

  /** A path in the project's folder. */
  static Path home(String path) {
    return Checkout.home().resolve(path);
  }

  static Path jmeter() {
    return home("jmeter-plans/jmeter/target/jmeter/bin/ApacheJMeter.jar");
  }

  static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** A table whose cells are formatted already. */
  static Table table(String... headings) {
    return new Table(Stream.of(headings).map(heading -> Column.text(heading, heading)).toList());
  }

  static List<String> markdown(Table table) {
    return table.lines(Format.MARKDOWN);
  }

  static String whole(double value) {
    return NumberText.of("%,.0f", value);
  }
}
