package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos pause-node}. */
@Command(
    name = "pause-node",
    description = "Freezes nodes with their connections open (SIGSTOP), and lets them go on.",
    footer = {
      "",
      "Example:",
      "  bin/chaos pause-node --target local --instances 500 --which leader --resume-after 30s"
    })
final class PauseNodeCommand extends FaultCommand {

  @Option(
      names = "--pause",
      paramLabel = "N",
      description = "how many at once (default: 1, or as many as are named)")
  private Integer pause;

  @Option(
      names = "--resume-after",
      paramLabel = "TIME",
      description = "let them go on then (default: when the others were observed)")
  private Duration resumeAfter;

  @Mixin private WhichOptions which;

  PauseNodeCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return Step.of(FaultKind.PAUSE, pause == null ? which.named() : pause, which.which());
  }

  @Override
  Duration healAfter() {
    return resumeAfter;
  }
}
