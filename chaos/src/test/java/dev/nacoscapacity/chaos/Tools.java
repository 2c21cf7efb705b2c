package dev.nacoscapacity.chaos;

import dev.nacoscapacity.chaos.cli.ChaosMain;
import dev.nacoscapacity.cluster.cli.Main;
import dev.nacoscapacity.reports.cli.ReportMain;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command lines of all programs, each made with its two outputs. */
final class Tools {

  static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  static final List<BiFunction<PrintStream, PrintStream, CommandLine>> ALL =
      List.of(
          SimulatorMain::commandLine,
          ChaosMain::commandLine,
          ReportMain::commandLine,
          Main::commandLine);

  private Tools() {}

  /** Every command of every program. */
  static List<CommandSpec> commands() {
    return ALL.stream().flatMap(tool -> commands(tool.apply(NOWHERE, NOWHERE))).toList();
  }

  /** A program's command and those below it. */
  static Stream<CommandSpec> commands(CommandLine line) {
    return Stream.concat(
        Stream.of(line.getCommandSpec()),
        line.getSubcommands().values().stream().flatMap(Tools::commands));
  }
}
