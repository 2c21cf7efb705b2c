package dev.nacoscapacity.simulator.target;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.process.StandInProcesses;
import dev.nacoscapacity.cluster.quota.NodeQuota;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Opens the target of {@code --target}. */
public final class Targets {

  public static final String EMBEDDED = "embedded";
  public static final String LOCAL = "local";
  public static final String MODEL = "model";

  /**
   * The code of what an immediate end of a command leaves behind if its target is the local
   * cluster.
   */
  public static final String LEFT_BEHIND = "leftBehind.cluster";

  private static final int NODES = 5;

  private Targets() {}

  /**
   * The shape of a target, from its name.
   *
   * @param reach how its nodes are reached
   * @param names what becomes of the names of its nodes
   * @throws IllegalArgumentException when the name is not a target
   */
  public static TargetShape shape(String name, Reach reach, Address.Names names) {
    if (name.equals(EMBEDDED)) {
      return new TargetShape(NODES, true, true, false, true);
    }
    if (name.equals(LOCAL)) {
      Optional<ClusterSpec> running = LocalClusters.here(progress -> {}).find().map(Cluster::spec);
      int nodes = running.map(ClusterSpec::nodes).orElse(NODES);
      boolean apart = running.map(ClusterSpec::networkPerNode).orElse(false);
      return new TargetShape(nodes, false, !apart, false, true);
    }
    List<InetSocketAddress> addresses = Address.parseList(name, names);
    boolean loopback =
        addresses.stream().allMatch(a -> !a.isUnresolved() && a.getAddress().isLoopbackAddress());
    int called = reach.entry().isEmpty() ? addresses.size() : reach.entry().size();
    return new TargetShape(called, false, loopback, false, true);
  }

  /**
   * The versions of the nodes of a local cluster, before it is opened.
   *
   * @param started version of a local cluster that is yet to be started
   */
  public static Set<String> versions(ServerVersion started) {
    return LocalClusters.here(progress -> {})
        .find()
        .map(Cluster::versions)
        .orElse(List.of(started))
        .stream()
        .map(ServerVersion::toString)
        .collect(Collectors.toSet());
  }

  /** The clock of a target with a time of its own, before it is opened. */
  public static Optional<ClusterClock> clock(String name) {
    return name.equals(LOCAL)
        ? LocalClusters.here(progress -> {}).find().flatMap(Cluster::clock)
        : Optional.empty();
  }

  /**
   * Opens a target that is no model.
   *
   * @param name {@code embedded}, {@code local}, or {@code HOST:PORT[,HOST:PORT…]}
   * @param apart whether each node of a stand-in gets a process of its own, for a fleet with more
   *     connections than the descriptors of one process
   * @param real version of a local cluster, if one has to be started
   * @param auth whether the fleet will log in
   * @param authCache whether the cluster should cache verified tokens; empty for either
   * @param reach how the nodes of a remote registry are reached
   * @param progress receives a line for each step while a cluster starts
   * @throws IllegalArgumentException when the name is not a target, or the target does not support
   *     the requested cache
   * @throws dev.nacoscapacity.cluster.ClusterException when a cluster cannot be started
   */
  public static OpenTarget open(
      String name,
      boolean apart,
      ServerVersion real,
      boolean auth,
      Optional<Boolean> authCache,
      Reach reach,
      Consumer<String> progress) {
    return switch (name) {
      case EMBEDDED -> {
        requireWallTime(ClusterClock.own().filter(ClusterClock::isSlow));
        yield embedded(apart, auth, authCache, progress);
      }
      case LOCAL -> local(real, auth, authCache, progress);
      default -> {
        // Another command may slow this process's time at any moment.
        requireWallTime(ClusterClock.own());
        yield remote(name, auth, authCache, reach);
      }
    };
  }

  /**
   * Enters the time in which another tool, a child of this process, is to load servers: slows that
   * of the local cluster, if it has one of its own, and they are its nodes.
   *
   * @param servers {@code HOST:PORT[,HOST:PORT…]}
   * @return how many times slower than the wall's it runs; 1 for as fast
   * @throws ClusterException when time is slow already, and they are others
   */
  public static double enterTime(String servers) {
    Optional<Cluster> cluster = ofOwnTime(servers);
    if (cluster.isEmpty()) {
      requireWallTime(ClusterClock.own());
      return 1;
    }
    requireSameTime(cluster.get()).slowTime();
    return ClusterClock.dilationHere();
  }

  /**
   * Whether all of these are nodes of the local cluster.
   *
   * @param servers {@code HOST:PORT[,HOST:PORT…]}
   */
  public static boolean areLocal(String servers) {
    return local(servers).isPresent();
  }

  /** The local cluster, if it has a time of its own and these are its nodes. */
  private static Optional<Cluster> ofOwnTime(String servers) {
    return local(servers).filter(local -> local.clock().isPresent());
  }

  /** The local cluster, if these are its nodes. */
  private static Optional<Cluster> local(String servers) {
    return LocalClusters.here(progress -> {}).find().filter(local -> hasAll(local, servers));
  }

  private static boolean hasAll(Cluster cluster, String servers) {
    Set<InetSocketAddress> nodes =
        cluster.nodes().stream().map(Node::http).collect(Collectors.toSet());
    try {
      return nodes.containsAll(Address.parseList(servers));
    } catch (IllegalArgumentException e) {
      // Whoever loads it says what is wrong with it.
      return false;
    }
  }

  private static void requireWallTime(Optional<ClusterClock> clock) {
    if (clock.isPresent()) {
      throw new ClusterException(
          "time is slowed here for the local cluster, which would distort a load on anything else:"
              + " load it with --target local, or take it down first (bin/nacos-cluster down)");
    }
  }

  /** Whether a name is that of a cluster in virtual time. */
  public static boolean isModel(String name) {
    return name.equals(MODEL) || name.startsWith(MODEL + ":");
  }

  /** The file in the name of a model, or the default one. */
  public static String modelOf(String name) {
    return name.equals(MODEL) ? ModelFile.SHIPPED.get(0) : name.substring(MODEL.length() + 1);
  }

  private static OpenTarget embedded(
      boolean apart, boolean auth, Optional<Boolean> authCache, Consumer<String> progress) {
    ClusterSpec spec = spec(ServerVersion.EMBEDDED, auth, authCache);
    if (apart) {
      return OpenTarget.ofCluster(Target.EMBEDDED, StandInProcesses.start(spec, progress), true);
    }
    StandInCluster cluster = new StandInCluster(spec, StandInSettings.defaults().withFreePorts());
    try {
      cluster.start();
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return OpenTarget.ofCluster(Target.EMBEDDED, cluster, true);
  }

  private static OpenTarget local(
      ServerVersion real, boolean auth, Optional<Boolean> authCache, Consumer<String> progress) {
    LocalClusters clusters = LocalClusters.here(progress);
    Optional<Cluster> running = clusters.find();
    if (running.isEmpty()) {
      progress.accept("no local cluster runs; starting one for this run");
      Cluster started = clusters.up(spec(real, auth, authCache));
      return OpenTarget.ofCluster(Target.LOCAL, started, true);
    }
    return running(requireSameTime(running.get()), real, authCache);
  }

  /**
   * Refuses a cluster in whose time this process does not live, since it would load it in another
   * one.
   */
  private static Cluster requireSameTime(Cluster cluster) {
    boolean apart =
        cluster.clock().filter(clock -> ClusterClock.own().filter(clock::is).isEmpty()).isPresent();
    if (apart) {
      throw new ClusterException(
          "the local cluster has a time of its own, and this process does not live in it: use the"
              + " commands in bin/, started after the cluster");
    }
    return cluster;
  }

  /**
   * A running cluster that this process did not start.
   *
   * @param real version with which this process would have started it
   */
  static OpenTarget running(Cluster cluster, ServerVersion real, Optional<Boolean> authCache) {
    // The current versions, since nodes may have been upgraded after the start.
    List<ServerVersion> versions = cluster.versions();
    if (real.grpc() && versions.stream().noneMatch(ServerVersion::grpc)) {
      throw new IllegalArgumentException(
          "the local cluster is of %s, which has no gRPC: write --protocol http, or start one of %s"
                  .formatted(versions.get(0), real)
              + " with bin/nacos-cluster");
    }
    boolean has = cluster.spec().authCache();
    if (authCache.isPresent() && authCache.get() != has) {
      throw new IllegalArgumentException(
          ("the local cluster runs with its token cache %s: leave --auth-cache out, or start the"
                  + " cluster with bin/nacos-cluster up --auth-cache %s")
              .formatted(has ? "on" : "off", authCache.get() ? "on" : "off"));
    }
    Optional<ClusterClock> clock = cluster.clock();
    boolean limits = clock.isEmpty() || clock.get().isSlow();
    if (limits && NodeQuota.of(cluster.spec()).filter(quota -> !quota.isLimited()).isPresent()) {
      throw new ClusterException(
          "the local cluster's nodes have more processors than its --cores, since a start of"
              + " theirs was broken off: run bin/nacos-cluster heal");
    }
    return OpenTarget.ofCluster(Target.LOCAL, cluster, false);
  }

  private static OpenTarget remote(
      String name, boolean auth, Optional<Boolean> authCache, Reach reach) {
    if (authCache.isPresent()) {
      throw new IllegalArgumentException(
          "--auth-cache is for a stand-in or local cluster; set a registry of yours in its own"
              + " configuration");
    }
    return OpenTarget.remote(Address.parseList(name), auth, reach);
  }

  private static ClusterSpec spec(
      ServerVersion version, boolean auth, Optional<Boolean> authCache) {
    ClusterSpec spec = ClusterSpec.of(version, NODES).withAuth(auth);
    return authCache.map(spec::withAuthCache).orElse(spec);
  }
}
