package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;
import java.util.Optional;

/**
 * One step of a method.
 *
 * @param nodes how many nodes are broken at once; 1 with {@link NodeChoice.Selection#EACH}
 * @param after delay since the previous step was healed, or injected if it is not healed yet
 * @param conditions between clients and nodes, normal unless a proxy injects the fault
 * @param versions of an upgrade; empty for others
 */
public record ExperimentStep(
    FaultKind fault,
    int nodes,
    NodeChoice which,
    Duration after,
    NetworkConditions conditions,
    Optional<VersionChange> versions) {

  public ExperimentStep {
    if (nodes < 1) {
      throw new IllegalArgumentException("the number of nodes is 1 or more, not " + nodes);
    }
    if (which.selection() == NodeChoice.Selection.EACH && nodes != 1) {
      throw new IllegalArgumentException(
          "'each' breaks one node at a time, not %d: leave the number of nodes out"
              .formatted(nodes));
    }
    if (which.selection() == NodeChoice.Selection.NAMED && which.names().size() != nodes) {
      throw new IllegalArgumentException(
          "%s names %s, and %d were asked for"
              .formatted(which, NumberText.counted(which.names().size(), "node", "nodes"), nodes));
    }
    if (fault == FaultKind.SLOW && conditions.equals(NetworkConditions.NORMAL)) {
      throw new IllegalArgumentException("a slow node needs a latency above 0");
    }
  }

  /** A step with a fault that does not change the version of the node. */
  public ExperimentStep(
      FaultKind fault, int nodes, NodeChoice which, Duration after, NetworkConditions conditions) {
    this(fault, nodes, which, after, conditions, Optional.empty());
  }

  /**
   * Whether the step applies to a node: an upgrade skips nodes that have the new version already.
   */
  public boolean concerns(Node node) {
    return versions.map(change -> node.version() == change.from()).orElse(true);
  }

  /** A step that injects a fault of the node itself without a delay. */
  public static ExperimentStep of(FaultKind fault, int nodes, NodeChoice which) {
    return new ExperimentStep(fault, nodes, which, Duration.ZERO, NetworkConditions.NORMAL);
  }
}
