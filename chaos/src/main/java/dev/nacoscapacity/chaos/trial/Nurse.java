package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.record.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Starts a healed node again that exited while starting, as its supervisor would, a few times: on a
 * busy machine a real server's start fails now and then for lack of CPU or of a raft leader.
 */
final class Nurse {

  private static final int MAX_STARTS = 3;

  private final List<Node> nodes;
  private final Breakage breakage;
  private final Timeline timeline;
  private final Map<String, Integer> starts = new HashMap<>();
  private final Set<String> well = new HashSet<>();

  Nurse(List<Node> nodes, Breakage breakage, Timeline timeline) {
    this.nodes = nodes;
    this.breakage = breakage;
    this.timeline = timeline;
  }

  /** Looks at each node that was healed and has not been seen UP since. */
  void look() {
    for (Fault fault : breakage.recorded()) {
      if (fault.healAt() != null
          && !breakage.isBroken(fault.node())
          && !well.contains(fault.node())) {
        nodes.stream().filter(node -> node.name().equals(fault.node())).forEach(this::look);
      }
    }
  }

  private void look(Node node) {
    NodeState state = node.state();
    if (state == NodeState.UP) {
      well.add(node.name());
    } else if (state == NodeState.DOWN
        && starts.merge(node.name(), 1, Integer::sum) <= MAX_STARTS) {
      timeline.event(Event.NODE, Map.of("node", node.name(), "step", "startedAgain"));
      node.start();
    }
  }
}
