package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
    name = "down",
    description = "Stops every node; the logs stay until the next 'up'.",
    footer = {"", "Example:", "  bin/nacos-cluster down"})
final class DownCommand extends ClusterCommand {

  DownCommand(LocalClusters clusters) {
    super(clusters);
  }

  @Override
  public Integer call() {
    Optional<Cluster> cluster = clusters().find();
    cluster.ifPresent(Cluster::close);
    out()
        .println(
            cluster
                .map(gone -> gone.nodes().size() + " nodes are down")
                .orElse("there is no cluster to take down"));
    return 0;
  }
}
