package dev.nacoscapacity.simulator.study.plan;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The cluster that consecutive rows share: the running one if it has the row's settings, else one
 * that is started for the rows and stopped after them.
 */
final class SharedCluster {

  private final Clusters clusters;
  private final Consumer<Message> progress;
  private Cluster started;
  private boolean failed;

  /** Whether a row has used the cluster that ran before; others are left alone. */
  private boolean joined;

  /** The kinds of clients that warmed the cluster since its nodes were started. */
  private final Set<Map<String, String>> warm = new HashSet<>();

  SharedCluster(Clusters clusters, Consumer<Message> progress) {
    this.clusters = clusters;
    this.progress = progress;
  }

  /** Makes all nodes of a cluster with these settings run. */
  void prepare(ClusterSpec spec) {
    Optional<Cluster> running = clusters.running();
    if (running.isEmpty() || !running.get().spec().redacted().equals(spec.redacted())) {
      stop();
      started = clusters.start(spec);
      warm.clear();
      failed = false;
      return;
    }
    if (running.get().down().isEmpty()) {
      joined = true;
    } else {
      progress.accept(Message.of("plan.startingNodes"));
      try {
        clusters.startNodes(running.get());
        joined = true;
        warm.clear();
      } catch (ClusterException e) {
        if (!replace()) {
          throw e;
        }
        progress.accept(Message.of("plan.replacing", with("why", e.getMessage())));
        prepare(spec);
      }
    }
  }

  /**
   * Whether such clients have warmed the cluster since its nodes were started, or will as soon as
   * they run: where time is yet to be slowed, a session warms the nodes before.
   */
  boolean isWarm(Map<String, String> clientKind) {
    if (clusters.running().flatMap(Cluster::clock).filter(clock -> !clock.isSlow()).isPresent()) {
      warm.add(clientKind);
    }
    return warm.contains(clientKind);
  }

  /** Called when such clients have warmed the cluster. */
  void warmed(Map<String, String> clientKind) {
    warm.add(clientKind);
  }

  /** Called after each run. */
  void judged(Status status) {
    failed = status == Status.FAIL;
  }

  /**
   * Stops a cluster whose last run failed, so that {@link #prepare} starts a new one in its place.
   *
   * @return false when the cluster is not this object's, or did not fail
   */
  boolean replace() {
    boolean isStartedHere = started != null && failed;
    if (isStartedHere) {
      stop();
    }
    return isStartedHere;
  }

  /** A sentence about a node that does not run; empty when all do. */
  Optional<Message> down() {
    Optional<Cluster> running = clusters.running();
    if (running.isEmpty()) {
      return Optional.of(Message.of("node.none"));
    }
    return running
        .get()
        .down()
        .map(
            node ->
                Message.of(
                    "node.downLogs",
                    with("node", node.name()).and("state", node.state().toString())));
  }

  /**
   * Stops a cluster that this object started, or restores one that ran before. Reports a node that
   * does not start, since the reason why the plan ends matters more.
   */
  void leave() {
    if (started != null) {
      stop();
      return;
    }
    if (!joined) {
      return;
    }
    try {
      clusters
          .running()
          .filter(cluster -> cluster.down().isPresent())
          .ifPresent(clusters::startNodes);
    } catch (ClusterException e) {
      progress.accept(Message.asIs(e.getMessage()));
    }
  }

  private void stop() {
    if (started != null) {
      started.close();
      started = null;
    }
  }
}
