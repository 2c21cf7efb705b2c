package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

@Command(
    name = "status",
    description = {
      "Shows each node as seen from outside, and the cluster as each node sees it.",
      "Names a node whose log says that it misses classes.",
      "Exits with 0 when all are UP and whole, 1 when not, 2 when there is no cluster."
    },
    footer = {"", "Example:", "  bin/nacos-cluster status"})
final class StatusCommand extends ClusterCommand {

  private static final String ROW = "%-7s %8s  %-8s  %5s  %-7s  %s%n";

  StatusCommand(LocalClusters clusters) {
    super(clusters);
  }

  @Override
  public Integer call() {
    Cluster cluster = cluster();
    List<NodeView> views = cluster.nodes().stream().map(NodeView::of).toList();
    PrintWriter out = out();
    ClusterSpec setup = cluster.spec();
    out.printf(
        "%d nodes of %s, auth %s%s%n",
        setup.nodes(), setup.version(), setup.auth() ? "on" : "off", networks(cluster));
    out.printf(ROW, "NODE", "PID", "STATE", "HTTP", "SEES UP", "RAFT LEADER");
    for (NodeView view : views) {
      Node node = view.node();
      out.printf(
          ROW,
          node.name(),
          node.pid().isPresent() ? node.pid().getAsLong() : "-",
          view.state(),
          node.http().getPort(),
          view.sees(),
          view.leader(cluster.nodes()));
    }
    for (FaultNotes.Note note : clusters().faults().all()) {
      out.printf(
          "%s: an experiment's '%s' of %s is not mended; bin/nacos-cluster heal mends it%n",
          note.node(), note.fault(), note.since());
    }
    boolean whole = true;
    for (Node node : cluster.nodes()) {
      Optional<String> broken = clusters().brokenClassPath(node.name());
      broken.ifPresent(
          line ->
              out.printf(
                  "%s is no whole server, and what is measured on it is not Nacos's doing:%n  %s%n",
                  node, line));
      whole &= broken.isEmpty();
    }
    return whole && views.stream().allMatch(view -> view.state() == NodeState.UP) ? 0 : 1;
  }

  /** Where nodes are that do not share this machine's loopback. */
  private static String networks(Cluster cluster) {
    return cluster.spec().networkPerNode()
        ? cluster.nodes().stream()
            .map(node -> node.http().getHostString())
            .collect(Collectors.joining(" ", ", a network each: ", ""))
        : "";
  }
}
