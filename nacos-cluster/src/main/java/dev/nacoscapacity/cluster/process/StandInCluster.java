package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A stand-in whose nodes share one detached process. */
final class StandInCluster implements Cluster {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ClusterSpec spec;
  private final List<StandInNode> nodes;
  private final DetachedProcess process;
  private final List<String> command;
  private final Runnable gone;
  private final Consumer<String> progress;

  StandInCluster(
      ClusterSpec spec,
      List<StandInNode> nodes,
      DetachedProcess process,
      List<String> command,
      Runnable gone,
      Consumer<String> progress) {
    this.spec = spec;
    this.nodes = nodes;
    this.process = process;
    this.command = command;
    this.gone = gone;
    this.progress = progress;
  }

  @Override
  public ClusterSpec spec() {
    return spec;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public void start() {
    if (process.running().isPresent()) {
      process.resume();
      return;
    }
    progress.accept("starting " + nodes.size() + " nodes in one process");
    process.start(command, Map.of(StandInCommand.SECRET, Secrets.random().tokenKey()));
    try {
      Poll.until(
          () -> process.running().isEmpty() || allUp(),
          PATIENCE,
          () -> "the stand-in is not ready after " + PATIENCE.toSeconds() + " s: " + mend());
      if (process.running().isEmpty()) {
        throw new ClusterException("the stand-in exited while starting: " + mend());
      }
    } catch (RuntimeException e) {
      Poll.uninterrupted(process::kill);
      throw e;
    }
  }

  private boolean allUp() {
    return nodes.stream().allMatch(node -> node.state() == NodeState.UP);
  }

  private String mend() {
    return "read " + process.output();
  }

  @Override
  public void close() {
    Poll.uninterrupted(
        () -> {
          process.kill();
          gone.run();
        });
  }
}
