package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos kill-node}. */
@Command(
    name = "kill-node",
    description = "Ends nodes at once (SIGKILL), as a power cut would, and starts them again.",
    footer = {
      "",
      "Example:",
      "  bin/chaos kill-node --target local --instances 500 --kill 1 --restart-after 30s"
    })
final class KillNodeCommand extends FaultCommand {

  @Option(
      names = "--kill",
      paramLabel = "N",
      description = "how many at once (default: 1, or as many as are named)")
  private Integer kill;

  @Option(
      names = "--restart-after",
      paramLabel = "TIME",
      description = "start them again then (default: when the survivors were observed)")
  private Duration restartAfter;

  @Mixin private WhichOptions which;

  KillNodeCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return Step.of(FaultKind.KILL, kill == null ? which.named() : kill, which.which());
  }

  @Override
  Duration healAfter() {
    return restartAfter;
  }
}
