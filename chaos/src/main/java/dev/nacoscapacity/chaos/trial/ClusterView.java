package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.admin.NodeCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The cluster from the view of its own nodes. Safe for use by several threads. */
public final class ClusterView {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Timeout of queries that are made once, just before a fault, while all nodes are healthy. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<Node> nodes;

  // One client for each node, by name, since the thread of a client lives until the client is
  // garbage-collected.
  private final Map<String, NodeAdmin> clients;
  private final Map<String, NodeAdmin> patient;

  /**
   * @param nodes in the order in which the fleet numbers them
   * @param admins clients for the nodes
   */
  public ClusterView(List<Node> nodes, Admins admins) {
    this.nodes = List.copyOf(nodes);
    this.clients = clients(nodes, admins, TIMEOUT);
    this.patient = clients(nodes, admins, PATIENCE);
  }

  private static Map<String, NodeAdmin> clients(List<Node> nodes, Admins admins, Duration timeout) {
    return nodes.stream().collect(Collectors.toMap(Node::name, node -> admins.of(node, timeout)));
  }

  List<Node> nodes() {
    return nodes;
  }

  /**
   * The node of this name.
   *
   * @throws java.util.NoSuchElementException when there is none
   */
  Node node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst().orElseThrow();
  }

  /** The members that a node lists; empty when it does not answer. */
  Optional<List<Member>> seenBy(Node node) {
    return answer(clients.get(node.name()), NodeAdmin::members);
  }

  /** Maps the addresses of members to nodes. */
  MemberNames memberNames() {
    return new MemberNames(nodes);
  }

  /** The leader that most nodes report; empty when no node reports one. */
  Optional<String> leader() {
    return nodes.stream()
        .flatMap(
            node ->
                answer(patient.get(node.name()), NodeAdmin::members)
                    .flatMap(members -> memberNames().leader(node, members))
                    .stream())
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /** Whether every node answers and reports every member as UP. */
  boolean allSeeUp() {
    return nodes.stream()
        .map(this::seenBy)
        .allMatch(members -> members.isPresent() && members.get().stream().allMatch(Member::up));
  }

  /** The number of instances that a node reports as owned; empty when it does not report one. */
  Optional<Long> owned(Node node) {
    return answer(patient.get(node.name()), NodeAdmin::metrics)
        .flatMap(NodeCounts::owned)
        .map(Integer::longValue);
  }

  private static <T> Optional<T> answer(NodeAdmin client, Function<NodeAdmin, T> question) {
    try {
      return Optional.of(question.apply(client));
    } catch (AdminException e) {
      return Optional.empty();
    }
  }
}
