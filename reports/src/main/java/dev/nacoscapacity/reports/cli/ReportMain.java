package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.core.cli.Conventions;
import java.io.PrintStream;
import picocli.CommandLine;

/** {@code bin/report}. */
public final class ReportMain {

  private ReportMain() {}

  public static void main(String[] args) {
    Conventions.exit(ReportMain::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    return Conventions.apply(new CommandLine(new ReportCommand(out)), out, err);
  }
}
