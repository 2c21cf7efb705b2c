package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos blackhole-node}. */
@Command(
    name = "blackhole-node",
    description = {
      "Lets a node stop answering its clients, by a proxy in front of it: their connections stay",
      "open, or are reset; the nodes reach one another as before."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos blackhole-node --target local --instances 500 --heal-after 60s"
    })
final class BlackholeNodeCommand extends FaultCommand {

  @Option(names = "--reset", description = "reset connections instead of leaving them open")
  private boolean reset;

  @Mixin private WhichOptions which;
  @Mixin private HealOptions heal;

  BlackholeNodeCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return new Step(
        reset ? FaultKind.RESET : FaultKind.BLACKHOLE,
        which.named(),
        which.which(),
        Duration.ZERO,
        reset ? NetworkConditions.RESET : NetworkConditions.BLACKHOLE);
  }

  @Override
  Duration healAfter() {
    return heal.after();
  }
}
