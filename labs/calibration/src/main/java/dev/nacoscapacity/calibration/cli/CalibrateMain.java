package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.simulator.console.Console;
import dev.nacoscapacity.simulator.observe.console.Console;
import java.io.PrintStream;
import picocli.CommandLine;

/** {@code bin/calibrate}. */
public final class CalibrateMain {

  private CalibrateMain() {}

  public static void main(String[] args) {
    Conventions.exit(CalibrateMain::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream stderr) {
    Console err = Console.on(stderr);
    return Conventions.apply(new CommandLine(new CalibrateCommand(out, err)), out, err);
  }
}
