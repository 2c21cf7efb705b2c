package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which node is meant by what members say of each other.
 *
 * @param nodes of the cluster
 */
public record Membership(List<Node> nodes) {

  /** A node's name among members: {@code ip:port} of its HTTP side. */
  public static String address(InetSocketAddress http) {
    return http.getAddress().getHostAddress() + ":" + http.getPort();
  }

  /** The name of the node at {@code ip:port}, or the address itself. */
  public String name(String address) {
    return name(node -> address(node.http()).equals(address), address);
  }

  /**
   * Whom a node names as leader of naming's raft group, by what it says of itself.
   *
   * @param told by the node
   */
  public Optional<String> leader(Node node, List<Member> told) {
    return told.stream()
        .filter(member -> member.address().equals(address(node.http())))
        .flatMap(member -> member.leaders().entrySet().stream())
        // Since 2.0 there is a group more, whose name ends in _v2.
        .filter(group -> group.getKey().startsWith(Raft.NAMING_GROUP))
        .map(Map.Entry::getValue)
        .map(this::byRaft)
        .findFirst();
  }

  private String byRaft(String address) {
    return name(node -> address.endsWith(":" + Raft.port(node.http().getPort())), address);
  }

  private String name(Predicate<Node> meant, String otherwise) {
    return nodes.stream().filter(meant).map(Node::name).findFirst().orElse(otherwise);
  }
}
