package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.FaultOptions;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The faults that have a command of their own. */
enum NamedFault {
  KILL_NODE(
      () -> new FaultCommand.Lasting(new FaultOptions(FaultKind.KILL, NodeChoice.RANDOM)),
      "--target local --instances 500 --victims 1 --heal-after 30s",
      "Kills nodes (SIGKILL), as a power cut would, and starts them again."),
  PAUSE_NODE(
      () -> new FaultCommand.Lasting(new FaultOptions(FaultKind.PAUSE, NodeChoice.RANDOM)),
      "--target local --instances 500 --which leader --heal-after 30s",
      "Freezes nodes with their connections open (SIGSTOP), and lets them go on."),
  RESTART_NODE(
      () -> new FaultCommand(new FaultOptions(FaultKind.KILL, NodeChoice.RANDOM)),
      "--target local --instances 500",
      "Kills nodes and starts them again without delay."),
  ROLLING_RESTART(
      () -> new FaultCommand(new FaultOptions(FaultKind.KILL, NodeChoice.EACH)),
      "--target local --instances 500",
      "Restarts every node, one at a time: the next when all members see the one before "
          + "as UP."),
  ROLLING_UPGRADE(
      () -> new FaultCommand(new FaultOptions.Upgrade()),
      "--from-version 1.4.1 --to-version 2.0.4 --target local --instances 500",
      "Replaces every node of a local cluster by another version of the server, on the "
          + "node's own data, one at a time: the next when all members see the one before as "
          + "UP; and looks whether namespaces, users and configurations are still there.",
      "Also the way back, and paths that Nacos does not support. A cluster that is half "
          + "upgraded is upgraded to the end."),
  SLOW_NODE(
      () -> new FaultCommand.Lasting(new FaultOptions.Slow()),
      "--target local --instances 500 --latency 200ms --heal-after 60s",
      "Slows down what passes between clients and a node, by a proxy in front of it; the "
          + "nodes reach one another as before."),
  BLACKHOLE_NODE(
      () -> new FaultCommand.Lasting(new FaultOptions.Blackhole()),
      "--target local --instances 500 --heal-after 60s",
      "Lets a node stop answering its clients, by a proxy in front of it: their "
          + "connections stay open, or are reset; the nodes reach one another as before."),
  PARTITION(
      () -> new FaultCommand.Lasting(new FaultOptions(FaultKind.PARTITION, NodeChoice.RANDOM)),
      "--target local --instances 500 --victims 2 --heal-after 60s",
      "Cuts nodes off from the others: nothing passes between the two sides, and clients "
          + "reach both.",
      "Needs a cluster that was started with bin/nacos-cluster up --network-per-node.");

  private final Supplier<FaultCommand> command;
  private final String example;
  private final String[] description;

  /**
   * @param example its options
   */
  NamedFault(Supplier<FaultCommand> command, String example, String... description) {
    this.command = command;
    this.example = example;
    this.description = description;
  }

  CommandLine line() {
    CommandLine line = new CommandLine(command.get());
    String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
    line.getCommandSpec()
        .name(name)
        .usageMessage()
        .description(description)
        .footer("", "Example:", "  bin/chaos " + name + " " + example);
    return line;
  }
}
