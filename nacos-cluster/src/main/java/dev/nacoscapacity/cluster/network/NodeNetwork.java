package dev.nacoscapacity.cluster.network;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A network namespace for each node, joined by a bridge that also connects this machine. The bridge
 * has a namespace of its own, so that a firewall of the machine does not see traffic between nodes:
 * Docker's, for example, drops bridged traffic. Everything is named after the cluster's base port.
 */
public final class NodeNetwork implements Links {

  static final String PREFIX = "nacos-";

  /** A MAC address of no interface: the bridge forwards such frames, and every node drops them. */
  private static final String NO_INTERFACE = "02:00:00:00:00:00";

  private final ClusterSpec spec;
  private final Subnet subnet;
  private final String name;
  private final UnaryOperator<String> ip;

  /**
   * @param ip runs the command {@code ip} with arguments separated by spaces, and returns its
   *     output
   */
  NodeNetwork(ClusterSpec spec, UnaryOperator<String> ip) {
    this.spec = spec;
    this.subnet = Subnet.of(spec.basePort());
    this.name = PREFIX + spec.basePort();
    this.ip = ip;
  }

  /** The network of a cluster whose nodes have a namespace each, whether it exists or not. */
  public static Optional<NodeNetwork> of(ClusterSpec spec) {
    return spec.networkPerNode()
        ? Optional.of(new NodeNetwork(spec, arguments -> SystemIp.run("ip", arguments)))
        : Optional.empty();
  }

  /**
   * Removes the network that an earlier cluster of this base port left.
   *
   * @throws ClusterException if one still runs, or its addresses are taken
   */
  public void claim() {
    for (String namespace : namespaces()) {
      if (!ip("netns pids %s", namespace).isBlank()) {
        throw new ClusterException(
            "another cluster runs in the network namespace %s: take it down, or pass --base-port"
                .formatted(namespace));
      }
    }
    close();
    String addresses = ip("-o -4 address show to %s", subnet);
    if (!addresses.isBlank()) {
      throw new ClusterException(
          "the addresses %s are taken by %s: pass another --base-port"
              .formatted(subnet, addresses.split("\\s+")[1]));
    }
  }

  /** Makes the network if it is incomplete, and removes all cuts. */
  public void open() {
    if (isComplete()) {
      indices().forEach(index -> ip("-n %s neigh flush dev eth0 nud permanent", namespace(index)));
    } else {
      close();
      make();
    }
  }

  /** The machine's own link is made last and removed first. */
  private boolean isComplete() {
    return isLinked() && namespaces().size() == spec.nodes() + 1;
  }

  private void make() {
    ip("netns add %s", name);
    ip("-n %s link add bridge type bridge", name);
    ip("-n %s link set bridge up", name);
    indices().forEach(this::makeNode);
    ip("link add %s type veth peer name machine netns %s", name, name);
    ip("-n %s link set machine master bridge up", name);
    ip("address add %s dev %s", Subnet.withPrefix(subnet.machine()), name);
    ip("link set %s up", name);
  }

  private void makeNode(int index) {
    String node = namespace(index);
    String link = ClusterSpec.nodeName(index);
    ip("netns add %s", node);
    ip("-n %s link add %s type veth peer name eth0 netns %s", name, link, node);
    ip("-n %s link set %s master bridge up", name, link);
    ip("-n %s address add %s dev eth0", node, Subnet.withPrefix(subnet.node(index)));
    ip("-n %s link set eth0 up", node);
    ip("-n %s link set lo up", node);
  }

  /** Removes the network; processes that still run in it are cut off. */
  public void close() {
    if (isLinked()) {
      ip("link delete %s", name);
    }
    namespaces().forEach(namespace -> ip("netns delete %s", namespace));
  }

  /** A command, moved into a node's namespace; its process stays the one that is started. */
  public List<String> inside(int index, List<String> command) {
    List<String> moved =
        new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + namespace(index), "--"));
    moved.addAll(command);
    return moved;
  }

  @Override
  public void cut(Node node, List<Node> others) {
    bothWays(
        node,
        others,
        (from, to) ->
            ip("-n %s neigh replace %s lladdr %s dev eth0 nud permanent", from, to, NO_INTERFACE));
  }

  @Override
  public void join(Node node, List<Node> others) {
    bothWays(
        node, others, (from, to) -> ip("-n %s neigh flush to %s dev eth0 nud permanent", from, to));
  }

  private void bothWays(Node node, List<Node> others, BiConsumer<String, String> change) {
    for (Node other : others) {
      change.accept(namespace(index(node)), address(other));
      change.accept(namespace(index(other)), address(node));
    }
  }

  private int index(Node node) {
    return indices()
        .filter(index -> ClusterSpec.nodeName(index).equals(node.name()))
        .findFirst()
        .orElseThrow();
  }

  private static String address(Node node) {
    return node.http().getAddress().getHostAddress();
  }

  private String namespace(int index) {
    return name + "-" + (index + 1);
  }

  /** The namespaces that exist, also of an earlier cluster with more nodes. */
  private List<String> namespaces() {
    return ip("netns list")
        .lines()
        .map(line -> line.split(" ")[0])
        .filter(namespace -> namespace.equals(name) || namespace.startsWith(name + "-"))
        .toList();
  }

  private boolean isLinked() {
    return ip("-o link show type veth").contains(" " + name + "@");
  }

  private IntStream indices() {
    return IntStream.range(0, spec.nodes());
  }

  private String ip(String format, Object... arguments) {
    return ip.apply(format.formatted(arguments));
  }
}
