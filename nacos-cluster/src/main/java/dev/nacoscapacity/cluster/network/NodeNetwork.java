package dev.nacoscapacity.cluster.network;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A network namespace a node, all joined by a bridge that this machine takes part in. The bridge
 * has a namespace of its own, so that a firewall of the machine's sees nothing of what passes
 * between nodes: Docker's, for one, drops what bridges forward. Everything is named after the
 * cluster's base port.
 */
public final class NodeNetwork implements Links {

  static final String PREFIX = "nacos-";

  private static final String BRIDGE = "bridge";
  private static final String MACHINE = "machine";
  private static final String NODE_SIDE = "eth0";

  /** Of no card: a bridge passes what is sent to it on, and everyone throws it away. */
  private static final String NOBODY = "02:00:00:00:00:00";

  private final ClusterSpec spec;
  private final Subnet subnet;
  private final String name;
  private final Ip ip;

  NodeNetwork(ClusterSpec spec, Ip ip) {
    this.spec = spec;
    this.subnet = Subnet.of(spec.basePort());
    this.name = PREFIX + spec.basePort();
    this.ip = ip;
  }

  /** That of a cluster whose nodes have one each, whether it is there or not. */
  public static Optional<NodeNetwork> of(ClusterSpec spec) {
    return spec.networkPerNode()
        ? Optional.of(new NodeNetwork(spec, new SystemIp("ip")))
        : Optional.empty();
  }

  /**
   * Removes what an earlier cluster of this base port left.
   *
   * @throws ClusterException if one still runs, or its addresses are taken
   */
  public void claim() {
    for (String namespace : namespaces()) {
      if (!ip.run("netns", "pids", namespace).isBlank()) {
        throw new ClusterException(
            "another cluster runs in the network namespace %s: take it down, or pass --base-port"
                .formatted(namespace));
      }
    }
    close();
    String taken = ip.run("-o", "-4", "address", "show", "to", subnet.toString());
    if (!taken.isBlank()) {
      throw new ClusterException(
          "the addresses %s are taken by %s: pass another --base-port"
              .formatted(subnet, taken.split("\\s+")[1]));
    }
  }

  /** Makes it where it is not, and lets everything pass in it. */
  public void open() {
    if (isWhole()) {
      IntStream.range(0, spec.nodes())
          .forEach(
              index ->
                  ip.run(
                      "-n",
                      namespace(index),
                      "neigh",
                      "flush",
                      "dev",
                      NODE_SIDE,
                      "nud",
                      "permanent"));
    } else {
      close();
      make();
    }
  }

  /** The machine's own link is made last and removed first. */
  private boolean isWhole() {
    return isLinked() && namespaces().size() == spec.nodes() + 1;
  }

  private void make() {
    ip.run("netns", "add", name);
    ip.run("-n", name, "link", "add", BRIDGE, "type", "bridge");
    ip.run("-n", name, "link", "set", BRIDGE, "up");
    for (int index = 0; index < spec.nodes(); index++) {
      String node = namespace(index);
      String link = ClusterSpec.nodeName(index);
      ip.run("netns", "add", node);
      ip.run(
          "-n", name, "link", "add", link, "type", "veth", "peer", "name", NODE_SIDE, "netns",
          node);
      ip.run("-n", name, "link", "set", link, "master", BRIDGE, "up");
      ip.run("-n", node, "address", "add", Subnet.withPrefix(subnet.node(index)), "dev", NODE_SIDE);
      ip.run("-n", node, "link", "set", NODE_SIDE, "up");
      ip.run("-n", node, "link", "set", "lo", "up");
    }
    ip.run("link", "add", name, "type", "veth", "peer", "name", MACHINE, "netns", name);
    ip.run("-n", name, "link", "set", MACHINE, "master", BRIDGE, "up");
    ip.run("address", "add", Subnet.withPrefix(subnet.machine()), "dev", name);
    ip.run("link", "set", name, "up");
  }

  /** Removes all of it that is there; what still runs in it is cut off. */
  public void close() {
    if (isLinked()) {
      ip.run("link", "delete", name);
    }
    namespaces().forEach(namespace -> ip.run("netns", "delete", namespace));
  }

  /** A command, moved into a node's namespace; its process stays the one that is started. */
  public List<String> inside(int index, List<String> command) {
    List<String> moved = new ArrayList<>();
    moved.add("nsenter");
    moved.add("--net=/run/netns/" + namespace(index));
    moved.add("--");
    moved.addAll(command);
    return moved;
  }

  @Override
  public void cut(Node node, List<Node> others) {
    bothWays(
        node,
        others,
        (from, to) ->
            ip.run(
                "-n",
                from,
                "neigh",
                "replace",
                to,
                "lladdr",
                NOBODY,
                "dev",
                NODE_SIDE,
                "nud",
                "permanent"));
  }

  @Override
  public void join(Node node, List<Node> others) {
    bothWays(
        node,
        others,
        (from, to) ->
            ip.run("-n", from, "neigh", "flush", "to", to, "dev", NODE_SIDE, "nud", "permanent"));
  }

  private interface Way {
    void change(String namespace, String peer);
  }

  private void bothWays(Node node, List<Node> others, Way way) {
    for (Node other : others) {
      way.change(namespace(index(node)), address(other));
      way.change(namespace(index(other)), address(node));
    }
  }

  private int index(Node node) {
    return IntStream.range(0, spec.nodes())
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

  /** Those that are there, also of an earlier cluster with more nodes. */
  private List<String> namespaces() {
    return ip.run("netns", "list")
        .lines()
        .map(line -> line.split(" ")[0])
        .filter(namespace -> namespace.equals(name) || namespace.startsWith(name + "-"))
        .toList();
  }

  private boolean isLinked() {
    return ip.run("-o", "link", "show", "type", "veth").contains(" " + name + "@");
  }
}
