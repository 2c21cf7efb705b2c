package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.embedded.EmbeddedCluster;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.record.Setup;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.simulator.servers.WatchedNode;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * A registry that is there to be loaded.
 *
 * @param description as it stands in the record
 * @param nodes in the order in which a client would be told them
 * @param cluster ours, whose nodes can be killed; empty for a registry that we were pointed at
 * @param startedHere whether closing stops the cluster
 */
public record OpenTarget(
    Target description, List<WatchedNode> nodes, Optional<Cluster> cluster, boolean startedHere)
    implements AutoCloseable {

  public OpenTarget {
    nodes = List.copyOf(nodes);
  }

  /** A registry of others. */
  static OpenTarget remote(List<InetSocketAddress> addresses, boolean auth) {
    List<WatchedNode> nodes = addresses.stream().map(WatchedNode::at).toList();
    Target description = new Target(Target.REMOTE, null, names(nodes), auth, null, null);
    return new OpenTarget(description, nodes, Optional.empty(), false);
  }

  /** A cluster that this process or {@code bin/nacos-cluster} started. */
  static OpenTarget ours(String kind, Cluster cluster, boolean startedHere) {
    ClusterSpec spec = cluster.spec();
    boolean local = kind.equals(Target.LOCAL);
    List<WatchedNode> nodes = cluster.nodes().stream().map(WatchedNode::of).toList();
    Target description =
        new Target(
            kind,
            spec.version().toString(),
            names(nodes),
            spec.auth(),
            spec.authCache(),
            local ? LocalClusters.NICE : null,
            local ? new Setup(spec.heap(), spec.settings(), spec.jvmArgs()) : null);
    return new OpenTarget(description, nodes, Optional.of(cluster), startedHere);
  }

  private static List<String> names(List<WatchedNode> nodes) {
    return nodes.stream()
        .map(node -> node.http().getAddress().getHostAddress() + ":" + node.http().getPort())
        .toList();
  }

  /** The same, with what the preflight learned of its version. */
  public OpenTarget withVersion(String version) {
    if (description.version() != null || version.isEmpty()) {
      return this;
    }
    return new OpenTarget(description.withVersion(version), nodes, cluster, startedHere);
  }

  /** What of it matters to the machine that loads it. */
  public Targets.Shape shape() {
    return new Targets.Shape(
        nodes.size(),
        cluster.filter(EmbeddedCluster.class::isInstance).isPresent(),
        addresses().stream().allMatch(a -> a.getAddress().isLoopbackAddress()));
  }

  public List<InetSocketAddress> addresses() {
    return nodes.stream().map(WatchedNode::http).toList();
  }

  @Override
  public void close() {
    if (startedHere) {
      cluster.ifPresent(Cluster::close);
    }
  }
}
