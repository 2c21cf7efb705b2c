package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "start",
    description = "Starts a node that is down and returns when it is UP.",
    footer = {"", "Example:", "  bin/nacos-cluster start node3"})
final class StartCommand extends ClusterCommand {

  private static final int MAX_STARTS = 4;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);
  private static final long LOOK_AGAIN_MS = 300;

  @Parameters(paramLabel = "NODE", description = "node1, node2, …")
  private String name;

  StartCommand(LocalClusters clusters) {
    super(clusters);
  }

  @Override
  public Integer call() throws InterruptedException {
    Node node = node(name);
    long begin = System.nanoTime();
    int starts = 0;
    NodeState state = node.state();
    while (state != NodeState.UP) {
      if (state == NodeState.PAUSED) {
        throw new ClusterException(name + " is paused: let it go on with 'resume'");
      }
      if (System.nanoTime() - begin > PATIENCE_NANOS
          || state == NodeState.DOWN && starts == MAX_STARTS) {
        throw new ClusterException(name + " does not come UP: see bin/nacos-cluster logs " + name);
      }
      if (state == NodeState.DOWN) {
        starts++;
        start(node);
      }
      Thread.sleep(LOOK_AGAIN_MS);
      state = node.state();
    }
    out().printf("%s is UP after %.1f s%n", name, secondsSince(begin));
    return 0;
  }

  private void start(Node node) {
    try {
      node.start();
    } catch (UnsupportedOperationException e) {
      throw usage(e.getMessage());
    }
  }
}
