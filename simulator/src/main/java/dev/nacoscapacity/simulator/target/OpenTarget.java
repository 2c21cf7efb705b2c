package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.network.LocalAddresses;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.Tls;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.core.record.ConnectionSettings;
import dev.nacoscapacity.core.record.Setup;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.proc.WatchedNode;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Model;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An opened registry, ready for a load.
 *
 * @param description for the record
 * @param nodes addresses for clients, in the order of a client's server list
 * @param registry the nodes' own addresses, in that order
 * @param reach how the nodes are reached
 * @param cluster the cluster of this project, whose nodes can be killed; empty for any other
 *     registry
 * @param model creates a cluster for each run; empty for an existing registry
 * @param closing action of {@code close}
 */
public record OpenTarget(
    Target description,
    List<WatchedNode> nodes,
    List<InetSocketAddress> registry,
    Reach reach,
    Optional<Cluster> cluster,
    Optional<Model.Maker> model,
    Runnable closing)
    implements AutoCloseable {

  private static final Runnable NOTHING = () -> {};

  public OpenTarget {
    nodes = List.copyOf(nodes);
    registry = List.copyOf(registry);
  }

  /** A registry that this project did not start. */
  static OpenTarget remote(List<InetSocketAddress> addresses, boolean auth, Reach reach) {
    List<WatchedNode> nodes =
        addresses.stream().map(each -> WatchedNode.at(name(each, addresses), each, reach)).toList();
    Target description =
        new Target(Target.REMOTE, null, names(addresses), auth, null, null)
            .withReached(reached(reach));
    return new OpenTarget(
        description, nodes, addresses, reach, Optional.empty(), Optional.empty(), NOTHING);
  }

  /** The given name, unless several addresses have the same one. */
  private static String name(InetSocketAddress address, List<InetSocketAddress> all) {
    String named = Endpoint.authority(address);
    return all.stream().filter(each -> Endpoint.authority(each).equals(named)).count() > 1
        ? Endpoint.number(address)
        : named;
  }

  private static ConnectionSettings reached(Reach reach) {
    Tls tls = reach.tls();
    return reach.equals(Reach.USUAL)
        ? null
        : new ConnectionSettings(
            tls == null ? null : tls.scope().name().toLowerCase(Locale.ROOT),
            tls != null && tls.insecure(),
            reach.entry().stream().map(Endpoint::address).map(Endpoint::authority).toList(),
            reach.contextPath().equals(Reach.USUAL.contextPath()) ? null : reach.contextPath(),
            reach.grpcPortOffset() == Reach.USUAL.grpcPortOffset() ? null : reach.grpcPortOffset());
  }

  /** A cluster that this process or {@code bin/nacos-cluster} started. */
  static OpenTarget ofCluster(String kind, Cluster cluster, boolean startedHere) {
    ClusterSpec spec = cluster.spec().redacted();
    boolean local = kind.equals(Target.LOCAL);
    List<WatchedNode> nodes = cluster.nodes().stream().map(WatchedNode::of).toList();
    List<InetSocketAddress> addresses = nodes.stream().map(WatchedNode::http).toList();
    Target description =
        new Target(
                kind,
                servers(cluster),
                names(addresses),
                spec.auth(),
                spec.authCache(),
                local ? LocalClusters.NICE : null)
            .withSetup(local ? setup(spec, cluster.clock()) : null);
    return new OpenTarget(
        description,
        nodes,
        addresses,
        Reach.USUAL,
        Optional.of(cluster),
        Optional.empty(),
        startedHere ? cluster::close : NOTHING);
  }

  private static Setup setup(ClusterSpec spec, Optional<ClusterClock> clock) {
    Setup setup =
        new Setup(spec.heap(), spec.settings(), spec.jvmArgs(), spec.cores().orElse(null));
    return clock.map(slow -> setup.withDilation(slow.dilation())).orElse(setup);
  }

  /** The version of its nodes; {@code 1.4.1+2.2.4} during a rolling upgrade. */
  private static String servers(Cluster cluster) {
    List<ServerVersion> versions = cluster.versions();
    return versions.size() == 1
        ? cluster.spec().server()
        : versions.stream().map(ServerVersion::toString).collect(Collectors.joining("+"));
  }

  /**
   * A model, which creates a cluster for each run.
   *
   * @param description for the record, without the nodes
   * @param example a cluster of the model that no run uses
   */
  public static OpenTarget modelled(Target description, Model example, Model.Maker model) {
    List<WatchedNode> watched = example.cluster().nodes().stream().map(WatchedNode::of).toList();
    List<InetSocketAddress> addresses = watched.stream().map(WatchedNode::http).toList();
    return new OpenTarget(
        description.withNodes(names(addresses)),
        watched,
        addresses,
        Reach.USUAL,
        Optional.of(example.cluster()),
        Optional.of(model),
        NOTHING);
  }

  /** The same target for one of the model's clusters. */
  public OpenTarget forCluster(Model own) {
    return modelled(description, own, model.orElseThrow());
  }

  private static List<String> names(List<InetSocketAddress> nodes) {
    return nodes.stream().map(Endpoint::number).toList();
  }

  /** The same target with the version that the preflight found. */
  public OpenTarget withVersion(String version) {
    if (description.version() != null || version.isEmpty()) {
      return this;
    }
    return with(description.withVersion(version), nodes);
  }

  /** The same target, called over one of Nacos's HTTP APIs. */
  public OpenTarget withApi(HttpApi api) {
    return with(description.withHttpApi(api.label()), nodes);
  }

  /**
   * The same target with other addresses for clients; closing one closes both.
   *
   * @param addresses in the order of the nodes
   */
  public OpenTarget withClientAddresses(List<InetSocketAddress> addresses) {
    return with(description, watchedNodes(addresses));
  }

  private OpenTarget with(Target other, List<WatchedNode> called) {
    return new OpenTarget(other, called, registry, reach, cluster, model, closing);
  }

  private List<WatchedNode> watchedNodes(List<InetSocketAddress> addresses) {
    List<WatchedNode> watchedNodes = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      watchedNodes.add(
          new WatchedNode(nodes.get(i).name(), addresses.get(i), reach, nodes.get(i).pid()));
    }
    return watchedNodes;
  }

  /** How many times slower than the wall's its time runs now; 1 for as fast. */
  public double dilation() {
    return cluster
        .flatMap(Cluster::clock)
        .filter(ClusterClock::isSlow)
        .map(ClusterClock::dilation)
        .orElse(1.0);
  }

  /** Whether each run has a new registry of its own. */
  public boolean isNewForEachRun() {
    return model.isPresent();
  }

  /** Whether it is a registry that this project did not start, which others may need. */
  public boolean isOfOthers() {
    return cluster.isEmpty();
  }

  /** Whether all nodes are on this machine, as far as their addresses say. */
  public boolean isOnThisMachine() {
    return registry.stream().allMatch(node -> LocalAddresses.holds(node.getAddress()));
  }

  /** The shape of the target, which matters to the generator's machine. */
  public TargetShape shape() {
    return new TargetShape(
        reach.entry().isEmpty() ? nodes.size() : reach.entry().size(),
        cluster.filter(StandInCluster.class::isInstance).isPresent(),
        registry.stream().allMatch(a -> a.getAddress().isLoopbackAddress()),
        !addresses().equals(registry),
        model.isEmpty());
  }

  /**
   * The server identity that admits an operator's calls; for a registry that this project did not
   * start, from the environment; empty when unknown.
   */
  public Optional<ServerIdentity> identity() {
    return cluster.isPresent() ? cluster.get().identity() : ServerIdentity.ofEnvironment();
  }

  /** The addresses at which clients reach the nodes. */
  public List<InetSocketAddress> addresses() {
    return nodes.stream().map(WatchedNode::http).toList();
  }

  /** The nodes as a fleet calls them. */
  public List<FleetSpec.NodeAddress> nodeAddresses() {
    return nodes.stream().map(node -> FleetSpec.NodeAddress.of(node.name(), node.http())).toList();
  }

  @Override
  public void close() {
    closing.run();
  }
}
