package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.trial.NodeSelector;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.study.plan.LoadOptions;
import dev.nacoscapacity.simulator.study.plan.RowOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The options for killed nodes in a plan, named as in {@code bin/chaos kill-node}. */
final class KillOptions implements LoadOptions {

  static final String COMMAND = "kill-node";

  private static final Set<String> NAMES =
      Set.of(
          "nodes", "which", "heal-after", "stretch", "failed", "gate", "observe", "drop-tolerance");

  @Override
  public Set<String> names() {
    return NAMES;
  }

  @Override
  public void check(Map<String, String> chaos, ClusterSpec cluster) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    List<String> args = new ArrayList<>(List.of(COMMAND));
    args.addAll(RowOptions.args(chaos));
    try {
      ParseResult parsed =
          ChaosMain.commandLine(nowhere, nowhere).parseArgs(args.toArray(String[]::new));
      FaultCommand command = (FaultCommand) parsed.subcommand().commandSpec().userObject();
      ExperimentSpec spec = command.experiment();
      int killed = spec.method().get(0).nodes();
      if (killed >= cluster.nodes()) {
        throw new UsageException(
            "--nodes",
            "%d leaves none of %d nodes to carry the load".formatted(killed, cluster.nodes()));
      }
      requireNodes(spec, cluster);
    } catch (ParameterException e) {
      throw LoadOptions.refused(e);
    }
  }

  private static void requireNodes(ExperimentSpec spec, ClusterSpec cluster) {
    try {
      NodeSelector.requirePossible(
          spec, IntStream.range(0, cluster.nodes()).mapToObj(ClusterSpec::nodeName).toList());
    } catch (UsageException e) {
      throw new UsageException("--which", e);
    }
  }
}
