package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has: the cluster on this machine, a place to print, and help. */
abstract class ClusterCommand implements Callable<Integer> {

  private final LocalClusters clusters;

  @Spec private CommandSpec spec;

  @Option(names = "--help", usageHelp = true, description = "show this help")
  private boolean help;

  ClusterCommand(LocalClusters clusters) {
    this.clusters = clusters;
  }

  final LocalClusters clusters() {
    return clusters;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final Cluster cluster() {
    return clusters
        .find()
        .orElseThrow(
            () -> new ClusterException("there is no cluster: start one with bin/nacos-cluster up"));
  }

  final Node node(String name) {
    Cluster cluster = cluster();
    return cluster.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                usage(
                    "there is no '"
                        + name
                        + "': the nodes are "
                        + cluster.nodes().stream()
                            .map(Node::name)
                            .collect(Collectors.joining(" "))));
  }

  final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
