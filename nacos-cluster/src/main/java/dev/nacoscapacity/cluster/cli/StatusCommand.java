package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.process.FaultNotes;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "status",
    description = {
      "Shows each node with its version as seen from outside, and the cluster as each node sees it.",
      "Names a node whose log reports missing classes.",
      "Exits with 0 when all nodes are UP and miss no classes, 1 when not, 2 without a cluster."
    },
    footer = {"", "Example:", "  bin/nacos-cluster status"})
final class StatusCommand implements Callable<Integer> {

  private static final String ROW = "%-7s  %-8s %8s  %-8s  %5s  %-7s  %s%n";

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final String NONE = "-";

  @ParentCommand private Main main;

  /**
   * A node and the cluster as that node sees it.
   *
   * @param members empty if the node does not answer
   */
  private record NodeView(Node node, NodeState state, List<Member> members) {

    static NodeView of(Node node, Admins admins) {
      NodeState state = node.state();
      return new NodeView(node, state, state == NodeState.UP ? members(node, admins) : List.of());
    }

    private static List<Member> members(Node node, Admins admins) {
      try {
        return admins.of(node, TIMEOUT).members();
      } catch (AdminException e) {
        return List.of();
      }
    }

    /** How many members it sees UP, of how many it knows. */
    String seesUp() {
      return members.isEmpty()
          ? NONE
          : members.stream().filter(Member::up).count() + " of " + members.size();
    }

    /** The leader of naming's raft group as it reports it. */
    String leader(List<Node> nodes) {
      return new MemberNames(nodes).leader(node, members).orElse(NONE);
    }
  }

  @Override
  public Integer call() {
    Cluster cluster = main.cluster();
    Admins admins = Admins.of(cluster);
    List<NodeView> views = cluster.nodes().stream().map(node -> NodeView.of(node, admins)).toList();
    PrintWriter out = main.out();
    ClusterSpec setup = cluster.spec();
    out.printf(
        "%s of %s%s, auth %s%s%n",
        ClusterSpec.counted(setup.nodes()),
        servers(cluster),
        Main.processors(setup),
        setup.auth() ? "on" : "off",
        networks(cluster));
    out.printf(ROW, "NODE", "VERSION", "PID", "STATE", "HTTP", "SEES UP", "RAFT LEADER");
    for (NodeView view : views) {
      Node node = view.node();
      out.printf(
          ROW,
          node.name(),
          main.clusters().server(node.name()),
          node.pid().isPresent() ? node.pid().getAsLong() : "-",
          view.state(),
          node.http().getPort(),
          view.seesUp(),
          view.leader(cluster.nodes()));
    }
    for (FaultNotes.Note note : main.clusters().faults().all()) {
      out.printf(
          "%s: an experiment's '%s' of %s is not healed; run bin/nacos-cluster heal%n",
          note.node(), note.fault(), note.since());
    }
    boolean complete = true;
    for (Node node : cluster.nodes()) {
      Optional<String> broken = main.clusters().brokenClassPath(node.name());
      broken.ifPresent(
          line ->
              out.printf(
                  "%s misses classes, since its jars are incomplete or another version wrote its data,"
                      + " so measurements on it say nothing about Nacos:%n  %s%n",
                  node.name(), line));
      complete &= broken.isEmpty();
    }
    return complete && views.stream().allMatch(view -> view.state() == NodeState.UP) ? 0 : 1;
  }

  /** One, or several where nodes are upgraded one by one. */
  private String servers(Cluster cluster) {
    return cluster.nodes().stream()
        .map(node -> main.clusters().server(node.name()))
        .distinct()
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  /** Addresses of nodes that are not on this machine's loopback. */
  private static String networks(Cluster cluster) {
    return cluster.spec().networkPerNode()
        ? cluster.nodes().stream()
            .map(node -> node.http().getHostString())
            .collect(Collectors.joining(" ", ", a network each: ", ""))
        : "";
  }
}
