package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import java.util.List;
import java.util.Set;

/**
 * What one node says.
 *
 * @param node {@code host:port}
 * @param members the cluster as it sees it
 * @param versions of the members that name one
 * @param compresses whether it compresses an answer for a client that allows it, as Nacos's does
 */
public record NodeFacts(
    String node, List<Member> members, Set<String> versions, boolean compresses) {

  public NodeFacts {
    members = List.copyOf(members);
    versions = Set.copyOf(versions);
  }

  /** Whether it may change its mind about a member within seconds. */
  boolean suspects() {
    return members.stream().anyMatch(Member::suspicious);
  }
}
