package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The cluster as its own nodes tell it. */
record Members(List<Node> nodes) {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  AdminClient client(Node node) {
    return AdminClient.of(node.http(), TIMEOUT);
  }

  /** The name of the node at {@code ip:port}, or the address itself. */
  String name(String address) {
    return nodes.stream()
        .filter(node -> address(node).equals(address))
        .map(Node::name)
        .findFirst()
        .orElse(address);
  }

  private static String address(Node node) {
    return node.http().getAddress().getHostAddress() + ":" + node.http().getPort();
  }

  /** Whom a node names as leader of naming's raft group, by what it says of itself. */
  Optional<String> leader(Node node, List<Member> seen) {
    return seen.stream()
        .filter(member -> member.address().equals(address(node)))
        .flatMap(member -> member.leaders().entrySet().stream())
        // Since 2.0 the group's name ends in _v2.
        .filter(group -> group.getKey().startsWith(Raft.NAMING_GROUP))
        .map(Map.Entry::getValue)
        .map(this::byRaft)
        .findFirst();
  }

  private String byRaft(String raftAddress) {
    return nodes.stream()
        .filter(node -> raftAddress.endsWith(":" + Raft.port(node.http().getPort())))
        .map(Node::name)
        .findFirst()
        .orElse(raftAddress);
  }

  /** The leader that most nodes name; nothing when none names one. */
  Optional<String> leader() {
    return nodes.stream()
        .flatMap(node -> ask(node).stream())
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  private Optional<String> ask(Node node) {
    try {
      return leader(node, client(node).members());
    } catch (AdminException e) {
      return Optional.empty();
    }
  }

  /** Whether every node answers and calls every member UP. */
  boolean allSeeUp() {
    return nodes.stream()
        .allMatch(
            node -> {
              try {
                return client(node).members().stream().allMatch(Member::up);
              } catch (AdminException e) {
                return false;
              }
            });
  }

  /** How many instances a node says it is responsible for; null when it does not tell. */
  Long owned(Node node) {
    try {
      Integer owned = client(node).metrics().owned();
      return owned == null ? null : owned.longValue();
    } catch (AdminException e) {
      return null;
    }
  }
}
