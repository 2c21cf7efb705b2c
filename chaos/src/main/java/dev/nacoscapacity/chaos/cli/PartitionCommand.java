package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos partition}. */
@Command(
    name = "partition",
    description = {
      "Cuts nodes off from the others: nothing passes between the two sides, and clients reach both.",
      "Needs a cluster that was started with bin/nacos-cluster up --network-per-node."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos partition --target local --instances 500 --isolate 2 --heal-after 60s"
    })
final class PartitionCommand extends FaultCommand {

  @Option(
      names = "--isolate",
      paramLabel = "N",
      description = "how many are on one side (default: 1, or as many as are named)")
  private Integer isolate;

  @Mixin private WhichOptions which;
  @Mixin private HealOptions heal;

  PartitionCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    return Step.of(FaultKind.PARTITION, isolate == null ? which.named() : isolate, which.which());
  }

  @Override
  Duration healAfter() {
    return heal.after();
  }
}
