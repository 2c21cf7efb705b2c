package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import java.io.PrintStream;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos slow-node}. */
@Command(
    name = "slow-node",
    description = {
      "Slows down what passes between clients and a node, by a proxy in front of it;",
      "the nodes reach one another as before."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos slow-node --target local --instances 500 --latency 200ms --heal-after 60s"
    })
final class SlowNodeCommand extends FaultCommand {

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      defaultValue = "200ms",
      description = "added to each direction (default: ${DEFAULT-VALUE})")
  private Duration latency;

  @Option(
      names = "--jitter",
      paramLabel = "TIME",
      defaultValue = "0ms",
      description = "up to so much more (default: ${DEFAULT-VALUE})")
  private Duration jitter;

  @Option(
      names = "--bandwidth",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "a second, of each connection and direction (default: 0, unlimited)")
  private long bandwidth;

  @Mixin private WhichOptions which;
  @Mixin private HealOptions heal;

  SlowNodeCommand(PrintStream out, PrintStream err) {
    super(out, err);
  }

  @Override
  Step step() {
    NetworkConditions weather = NetworkConditions.slow(latency, jitter, bandwidth);
    return new Step(FaultKind.SLOW, which.named(), which.which(), Duration.ZERO, weather);
  }

  @Override
  Duration healAfter() {
    return heal.after();
  }
}
