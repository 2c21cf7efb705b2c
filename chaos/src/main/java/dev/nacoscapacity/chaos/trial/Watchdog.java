package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.record.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Starts a healed node again that exited while starting, as its supervisor would, a few times: on a
 * busy machine a real server's start fails now and then for lack of CPU or of a raft leader.
 */
final class Watchdog {

  private static final int MAX_STARTS = 3;

  private final TrialContext site;
  private final Map<String, Integer> starts = new HashMap<>();
  private final Set<String> well = new HashSet<>();

  Watchdog(TrialContext site) {
    this.site = site;
  }

  /** Looks at each node that was healed and has not been seen UP since. */
  void look() {
    for (Fault fault : site.breakage().recorded()) {
      if (fault.healAt() != null
          && !site.breakage().isBroken(fault.node())
          && !well.contains(fault.node())) {
        look(site.node(fault.node()));
      }
    }
  }

  private void look(Node node) {
    NodeState state = node.state();
    if (state == NodeState.UP) {
      well.add(node.name());
    } else if (state == NodeState.DOWN
        && starts.merge(node.name(), 1, Integer::sum) <= MAX_STARTS) {
      site.timeline().event(Event.NODE, Map.of("node", node.name(), "step", "startedAgain"));
      node.start();
    }
  }
}
