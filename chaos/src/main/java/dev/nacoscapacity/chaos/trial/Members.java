package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.Membership;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The cluster as its own nodes tell it. */
record Members(List<Node> nodes) {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Asked once, just before a node breaks: worth patience, but not so much that it gets old. */
  private static final Duration OWNED_TIMEOUT = Duration.ofSeconds(2);

  AdminClient client(Node node) {
    return AdminClient.of(node.http(), TIMEOUT);
  }

  /** Which node is meant by what members say. */
  Membership meant() {
    return new Membership(nodes);
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
      return meant().leader(node, client(node).members());
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
      Integer owned = AdminClient.of(node.http(), OWNED_TIMEOUT).metrics().owned();
      return owned == null ? null : owned.longValue();
    } catch (AdminException e) {
      return null;
    }
  }
}
