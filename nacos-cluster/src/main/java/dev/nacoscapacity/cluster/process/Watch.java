package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Membership;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * What a node looks like from outside.
 *
 * @param probe an impatient client of the node
 */
record Watch(InetSocketAddress http, DetachedProcess process, AdminClient probe) {

  NodeState state() {
    if (process.running().isEmpty()) {
      return NodeState.DOWN;
    }
    if (process.paused()) {
      return NodeState.PAUSED;
    }
    return answers() ? NodeState.UP : NodeState.STARTING;
  }

  OptionalLong pid() {
    return process.running().map(live -> OptionalLong.of(live.pid())).orElse(OptionalLong.empty());
  }

  private boolean answers() {
    String self = Membership.address(http);
    try {
      return probe.members().stream()
          .anyMatch(member -> member.address().equals(self) && member.up());
    } catch (AdminException e) {
      return false;
    }
  }
}
