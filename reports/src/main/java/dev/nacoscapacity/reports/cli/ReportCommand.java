package dev.nacoscapacity.reports.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/report} without a command, which is wrong usage. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Makes pages and tables of run folders.",
    footer = {
      "",
      "Example: bin/report render runs/20260102T030405Z-35000-embedded",
      "",
      "Exit codes: 0 done, 2 a run folder cannot be read, 64 wrong usage, 70 internal error; those",
      "of merge are its verdict's: 0 pass, 1 fail, 2 inconclusive."
    })
final class ReportCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is needed: " + String.join(", ", spec.subcommands().keySet()));
  }
}
