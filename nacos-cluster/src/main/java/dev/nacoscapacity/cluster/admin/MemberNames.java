package dev.nacoscapacity.cluster.admin;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.protocol.Raft;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Names of a cluster's nodes for the addresses by which Nacos's members refer to each other.
 *
 * @param nodes of the cluster
 */
public record MemberNames(List<Node> nodes) {

  /** A node's address among members: {@code ip:port} of its HTTP side. */
  public static String address(InetSocketAddress http) {
    return http.getAddress().getHostAddress() + ":" + http.getPort();
  }

  /**
   * The name of the node at {@code ip:port}, or at {@code host:port} when members use host names;
   * otherwise the address itself.
   */
  public String name(String address) {
    return name(
        node -> address(node.http()).equals(address) || node.name().equals(address), address);
  }

  /**
   * The leader of naming's raft group as a node reports it.
   *
   * @param members as the node lists them
   */
  public Optional<String> leader(Node node, List<Member> members) {
    return members.stream()
        .filter(member -> name(member.address()).equals(node.name()))
        .flatMap(member -> member.leaders().entrySet().stream())
        // Since 2.0 there is a second group, whose name ends in _v2.
        .filter(group -> group.getKey().startsWith(Raft.NAMING_GROUP))
        .map(Map.Entry::getValue)
        .map(this::byRaft)
        .findFirst();
  }

  /**
   * When each node has a port of its own, the port identifies the node, regardless of the host
   * name.
   */
  private String byRaft(String address) {
    List<Node> there =
        nodes.stream()
            .filter(node -> address.endsWith(":" + Raft.port(node.http().getPort())))
            .toList();
    if (there.size() < 2) {
      return there.isEmpty() ? address : there.get(0).name();
    }
    String host = address.substring(0, address.lastIndexOf(':') + 1);
    return name(host + there.get(0).http().getPort());
  }

  private String name(Predicate<Node> condition, String otherwise) {
    return nodes.stream().filter(condition).map(Node::name).findFirst().orElse(otherwise);
  }
}
