package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Restarts a healed node that exited during its start, as a supervisor would, a few times: on a
 * busy machine the start of a real server sometimes fails for lack of CPU or of a raft leader.
 */
final class StartWatchdog {

  /** How often a healed node that exits during its start is started again. */
  private static final int MAX_STARTS = 3;

  private final Members members;
  private final ActiveFaults active;
  private final Timeline timeline;
  private final Map<String, Integer> starts = new HashMap<>();
  private final Set<String> seenUp = new HashSet<>();

  StartWatchdog(Members members, ActiveFaults active, Timeline timeline) {
    this.members = members;
    this.active = active;
    this.timeline = timeline;
  }

  /** Checks each healed node that has not been UP since. */
  void look() {
    active.recorded().stream()
        .filter(fault -> fault.healAt() != null)
        .map(Experiment.Fault::node)
        .filter(name -> !active.isBroken(name) && !seenUp.contains(name))
        .forEach(name -> look(members.node(name)));
  }

  private void look(Node node) {
    NodeState state = node.state();
    if (state == NodeState.UP) {
      seenUp.add(node.name());
    } else if (state == NodeState.DOWN) {
      int start = starts.merge(node.name(), 1, Integer::sum);
      if (start <= MAX_STARTS) {
        timeline.event(Event.NODE, Map.of("node", node.name(), "step", "startedAgain"));
        node.start();
      } else if (start == MAX_STARTS + 1) {
        // A server that has given up is DOWN, and may still run and use up a core and the disk.
        node.kill();
      }
    }
  }
}
