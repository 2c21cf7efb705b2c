package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.simulator.options.ExitCode;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bin/chaos partition}: says why there is none. */
@Command(
    name = "partition",
    mixinStandardHelpOptions = true,
    description = "Would cut nodes off from one another; says why that cannot be done here.",
    footer = {"", "Example: bin/chaos partition"})
final class PartitionCommand implements Callable<Integer> {

  private final PrintStream err;

  PartitionCommand(PrintStream err) {
    this.err = err;
  }

  @Override
  public Integer call() {
    err.println(
        "a local cluster's nodes share one network namespace and its loopback, where nothing can be"
            + " cut between two of them; for clients cut off use blackhole-node, for a node cut off"
            + " from everybody pause-node (which also stops its clock, so it is no partition)");
    return ExitCode.INCONCLUSIVE;
  }
}
