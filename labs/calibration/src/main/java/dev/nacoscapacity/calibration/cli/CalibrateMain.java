package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import java.io.PrintStream;
import picocli.CommandLine;

/** {@code bin/calibrate}. */
public final class CalibrateMain {

  private CalibrateMain() {}

  public static void main(String[] args) {
    Conventions.exit(CalibrateMain::commandLine, args);
  }

  /** The command line, for programs that embed it. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine command = new CommandLine(new CalibrateCommand(out, err));
    command.addSubcommand(
        new MachineCommand(MachineSpeed.ofThisMachine(), Runtime.version().feature(), out, err));
    return Conventions.apply(command, out, err);
  }
}
