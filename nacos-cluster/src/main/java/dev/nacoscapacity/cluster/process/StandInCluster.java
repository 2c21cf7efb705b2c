package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A stand-in whose nodes share one detached process. */
final class StandInCluster implements Cluster {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ClusterSpec spec;
  private final List<StandInNode> nodes;
  private final DetachedProcess process;
  private final Launch launch;
  private final Supplier<Optional<TokenKey>> tokenKey;
  private final Runnable gone;
  private final Consumer<String> progress;

  StandInCluster(
      ClusterSpec spec,
      List<StandInNode> nodes,
      DetachedProcess process,
      Launch launch,
      Supplier<Optional<TokenKey>> tokenKey,
      Runnable gone,
      Consumer<String> progress) {
    this.spec = spec;
    this.nodes = nodes;
    this.process = process;
    this.launch = launch;
    this.tokenKey = tokenKey;
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
  public Optional<TokenKey> tokenKey() {
    return spec.auth() ? tokenKey.get() : Optional.empty();
  }

  @Override
  public void start() {
    if (process.running().isPresent()) {
      process.resume();
      return;
    }
    progress.accept("starting " + nodes.size() + " nodes in one process");
    process.start(launch.command(), launch.environment());
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
