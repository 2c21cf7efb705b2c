package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.process.LocalClusters;
import picocli.CommandLine.Command;

@Command(
    name = "heal",
    description = {
      "Resumes paused nodes, starts dead ones, joins those that are cut off, and returns when the",
      "cluster is ready."
    },
    footer = {"", "Example:", "  bin/nacos-cluster heal"})
final class HealCommand extends ClusterCommand {

  HealCommand(LocalClusters clusters) {
    super(clusters);
  }

  @Override
  public Integer call() {
    Cluster cluster = cluster();
    long begin = System.nanoTime();
    Interrupts.guard(
        () -> {
          cluster.start();
          return cluster;
        });
    clusters().faults().clear();
    out().printf("%d nodes ready after %.1f s%n", cluster.nodes().size(), secondsSince(begin));
    return 0;
  }
}
