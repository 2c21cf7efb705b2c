package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.Membership;
import java.time.Duration;
import java.util.List;

/**
 * A node and the cluster as it sees it.
 *
 * @param members none if it does not answer
 */
record NodeView(Node node, NodeState state, List<Member> members) {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final String NONE = "-";

  static NodeView of(Node node) {
    NodeState state = node.state();
    return new NodeView(node, state, state == NodeState.UP ? ask(node) : List.of());
  }

  private static List<Member> ask(Node node) {
    try {
      return AdminClient.of(node.http(), TIMEOUT).members();
    } catch (AdminException e) {
      return List.of();
    }
  }

  /** How many members it calls UP, of how many it knows. */
  String sees() {
    return members.isEmpty()
        ? NONE
        : members.stream().filter(Member::up).count() + " of " + members.size();
  }

  /** Who it says leads naming's raft group, by name where it is one of the nodes. */
  String leader(List<Node> nodes) {
    return new Membership(nodes).leader(node, members).orElse(NONE);
  }
}
