package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/chaos restart-node}. */
@Command(
    name = "restart-node",
    description = "Ends one node at once and starts it again without delay.",
    footer = {"", "Example:", "  bin/chaos restart-node --target local --instances 500"})
final class RestartNodeCommand extends FaultCommand {

  @Mixin private WhichOptions which;

  RestartNodeCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return Step.of(FaultKind.KILL, 1, which.which());
  }

  @Override
  Duration healAfter() {
    return Duration.ZERO;
  }
}
