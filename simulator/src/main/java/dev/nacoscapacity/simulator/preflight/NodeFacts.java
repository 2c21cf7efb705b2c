package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.Member;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The facts that one node reports.
 *
 * @param node {@code host:port}
 * @param members the cluster as the node sees it; empty when the node does not report it
 * @param hidden why the node does not report its members, including the request; empty when it does
 * @param compresses whether the node compresses answers for clients that allow it, as Nacos does
 */
public record NodeFacts(
    String node, List<Member> members, Optional<String> hidden, boolean compresses) {

  public NodeFacts {
    members = List.copyOf(members);
  }

  /** The versions of the members that report one. */
  Set<String> versions() {
    return members.stream()
        .map(Member::version)
        .filter(version -> !version.isEmpty())
        .collect(Collectors.toSet());
  }

  /** Whether the node suspects that a member is down, which can change within seconds. */
  boolean suspects() {
    return members.stream().anyMatch(Member::suspicious);
  }
}
