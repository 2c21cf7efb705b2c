package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.chaos.experiment.Step;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;

/** {@code bin/chaos rolling-restart}. */
@Command(
    name = "rolling-restart",
    description = "Restarts every node, each when the one before is UP in every member's eyes.",
    footer = {"", "Example:", "  bin/chaos rolling-restart --target local --instances 500"})
final class RollingRestartCommand extends FaultCommand {

  RollingRestartCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return Step.of(FaultKind.KILL, 1, NodeChoice.EACH);
  }

  @Override
  Duration healAfter() {
    return Duration.ZERO;
  }
}
