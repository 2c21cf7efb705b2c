package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one node says.
 *
 * @param node {@code host:port}
 * @param members the cluster as it sees it
 * @param compresses whether it compresses an answer for a client that allows it, as Nacos's does
 */
public record NodeFacts(String node, List<Member> members, boolean compresses) {

  public NodeFacts {
    members = List.copyOf(members);
  }

  /** Versions of the members that name one. */
  Set<String> versions() {
    return members.stream()
        .map(Member::version)
        .filter(version -> !version.isEmpty())
        .collect(Collectors.toSet());
  }

  /** Whether it may change its mind about a member within seconds. */
  boolean suspects() {
    return members.stream().anyMatch(Member::suspicious);
  }
}
