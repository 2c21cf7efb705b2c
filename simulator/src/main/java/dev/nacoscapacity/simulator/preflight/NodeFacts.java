package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one node says.
 *
 * @param node {@code host:port}
 * @param members the cluster as it sees it; empty when it does not show it
 * @param hidden why it does not show its members, with what it was asked; null when it does
 * @param compresses whether it compresses an answer for a client that allows it, as Nacos's does
 */
public record NodeFacts(String node, List<Member> members, String hidden, boolean compresses) {

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
