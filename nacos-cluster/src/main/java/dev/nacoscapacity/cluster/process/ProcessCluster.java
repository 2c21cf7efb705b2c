package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.network.NodeNetwork;
import dev.nacoscapacity.cluster.quota.NodeQuota;
import dev.nacoscapacity.cluster.standin.auth.StandInAccount;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Nodes in detached processes: real servers with a process each, or a stand-in's.
 *
 * @param state where the nodes' folders are
 * @param forget runs when the cluster is closed
 * @param progress receives a line about each step of a start
 */
record ProcessCluster(
    ClusterSpec spec,
    StateFolder state,
    List<ProcessNode> members,
    Readiness readiness,
    Runnable forget,
    Consumer<String> progress)
    implements Cluster {

  /** Timeout of a query for a node's state. */
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

  /** Timeout of readiness checks: a login takes over a second of BCrypt on a cold, busy node. */
  private static final Duration READINESS_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Time between starts: five real nodes that start at once starve each other until Derby's
   * connection limit of 10 s is exceeded.
   */
  private static final Duration STAGGER = Duration.ofSeconds(2);

  private static final Duration POLL = Duration.ofMillis(500);

  /** How long a cluster may take on a busy machine, and more for each of its nodes. */
  private static final Duration START_TIMEOUT =
      Duration.ofMinutes(Integer.getInteger("nacoscapacity.startMinutes", 2));

  private static final Duration START_TIMEOUT_PER_NODE = Duration.ofMinutes(1);

  private static final Duration GROUPS_TIMEOUT = Duration.ofSeconds(5);

  /** A start that fails for lack of CPU or of a raft leader succeeds when retried. */
  private static final int MAX_STARTS = 4;

  /** Writes the files that the nodes of a new cluster read. */
  static void prepare(ClusterSpec spec, StateFolder state) throws IOException {
    Secrets secrets = Secrets.random();
    if (!spec.version().real()) {
      state.keepTokenKey(secrets.tokenKey());
      state.keepPassword(StandInAccount.environmentPassword());
      return;
    }
    // A key in the spec takes precedence, as in the nodes' own configuration.
    state.keepTokenKey(
        spec.version().tokenKeys().stream()
            .map(spec.settings()::get)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(secrets.tokenKey()));
    for (int index = 0; index < spec.nodes(); index++) {
      installed(spec, index, state).create(secrets);
    }
  }

  /** The server of a real node. */
  static InstalledServer installed(ClusterSpec spec, int index, StateFolder state) {
    return new InstalledServer(spec, index, state.node(ClusterSpec.nodeName(index)));
  }

  /**
   * The cluster of a spec and a folder, whether it is new or found again.
   *
   * @param launch how the node with an index, from 0, is started
   */
  static ProcessCluster of(
      ClusterSpec spec,
      StateFolder state,
      IntFunction<Launch> launch,
      Runnable forget,
      Consumer<String> progress) {
    List<ProcessNode> nodes = new ArrayList<>();
    List<AdminClient> clients = new ArrayList<>();
    Optional<ServerIdentity> identity = identity(spec, state);
    for (int i = 0; i < spec.nodes(); i++) {
      int index = i;
      String name = ClusterSpec.nodeName(index);
      InetSocketAddress http = new InetSocketAddress(spec.host(index), spec.port(index));
      DetachedProcess process = new DetachedProcess(name, state.node(name), ProcessTable.SYSTEM);
      nodes.add(
          new ProcessNode(
              name,
              http,
              process,
              AdminClient.of(http, PROBE_TIMEOUT).withIdentity(identity),
              () -> placed(spec, index, launch.apply(index)),
              spec.version().real()
                  ? Optional.of(installed(spec, index, state))
                  : Optional.empty()));
      clients.add(AdminClient.of(http, READINESS_TIMEOUT).withIdentity(identity));
    }
    Readiness readiness =
        new Readiness(
            clients,
            () -> nodes.stream().filter(node -> node.version().grpc()).map(Node::grpc).toList(),
            spec.auth()
                ? state.password().or(() -> Optional.of(Readiness.PASSWORD))
                : Optional.empty(),
            spec.version().hasAccount());
    return new ProcessCluster(spec, state, nodes, readiness, forget, progress);
  }

  /**
   * The identity of real nodes is in their configuration, where a setting of the spec overrides the
   * generated one.
   */
  private static Optional<ServerIdentity> identity(ClusterSpec spec, StateFolder state) {
    return spec.version().real()
        ? ServerConfig.identity(state.node(ClusterSpec.nodeName(0)))
        : state.tokenKey().map(ServerIdentity::ofStandIn);
  }

  /** The launch inside the node's own network and control group, if the node has these. */
  private static Launch placed(ClusterSpec spec, int index, Launch launch) {
    List<String> command = launch.command();
    List<String> limited =
        NodeQuota.of(spec).map(quota -> quota.inside(index, command)).orElse(command);
    return new Launch(
        NodeNetwork.of(spec).map(network -> network.inside(index, limited)).orElse(limited),
        launch.environment());
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(members);
  }

  @Override
  public Optional<ServerIdentity> identity() {
    return identity(spec, state);
  }

  @Override
  public Optional<Links> links() {
    return NodeNetwork.of(spec).map(links -> links);
  }

  @Override
  public Optional<ClusterClock> clock() {
    return state.clock();
  }

  @Override
  public void slowTime() {
    clock()
        .ifPresent(
            clock -> {
              clock.slow();
              limit();
            });
  }

  private boolean isSlow() {
    return clock().filter(ClusterClock::isSlow).isPresent();
  }

  /** Nodes may use all of this machine until their own time is slow. */
  private void limit() {
    if (clock().isEmpty() || isSlow()) {
      NodeQuota.of(spec).ifPresent(NodeQuota::limit);
    }
  }

  /** Starts a new cluster, and closes it when that fails. */
  ProcessCluster startOrClose() {
    try {
      start();
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public void start() {
    NodeNetwork.of(spec).ifPresent(NodeNetwork::open);
    NodeQuota.of(spec).ifPresent(NodeQuota::lift);
    if (isSlow()) {
      limit();
    }
    Map<DetachedProcess, Integer> starts = new HashMap<>();
    try {
      settle();
      for (ProcessNode node : members) {
        if (starts.containsKey(node.process())) {
          continue;
        }
        if (node.process().running().isPresent()) {
          node.process().resume();
          continue;
        }
        if (!starts.isEmpty() && spec.version().real()) {
          Poll.sleep(STAGGER);
        }
        launch(node, starts);
      }
      awaitReady(starts);
      limit();
    } catch (RuntimeException e) {
      Poll.uninterrupted(
          () -> {
            starts.keySet().forEach(DetachedProcess::kill);
            // Nodes that were running before keep running, and the record says that they are
            // limited.
            limit();
          });
      throw e;
    }
  }

  /**
   * Lets nodes keep their new versions if all are members, or the node itself is one, and restores
   * the old version of the others: a node that was killed later says nothing of an upgrade.
   */
  private void settle() {
    List<ProcessNode> unsettled = members.stream().filter(ProcessNode::unsettled).toList();
    boolean together = !unsettled.isEmpty() && readiness.together();
    Set<ProcessNode> accepted =
        unsettled.stream()
            .filter(node -> together || readiness.accepts(members.indexOf(node), node.http()))
            .collect(Collectors.toSet());
    // The calls of an interrupted thread fail, which says nothing about the nodes.
    if (Thread.currentThread().isInterrupted()) {
      throw new ClusterException("interrupted while waiting for the cluster");
    }
    for (ProcessNode node : unsettled) {
      if (accepted.contains(node)) {
        node.settle();
      } else {
        ServerVersion failed = node.version();
        Path backup = node.putBack();
        progress.accept(
            "%s did not come through as %s, and is %s again with its data of before; what %s left is in %s"
                .formatted(node.name(), failed, node.version(), failed, backup));
      }
    }
  }

  private void awaitReady(Map<DetachedProcess, Integer> starts) {
    Duration timeout = START_TIMEOUT.plus(START_TIMEOUT_PER_NODE.multipliedBy(members.size()));
    long deadline = System.nanoTime() + timeout.toNanos();
    String reported = "";
    while (true) {
      for (ProcessNode node : members) {
        if (node.ended()) {
          progress.accept(node.process() + " ended while starting");
          launch(node, starts);
        }
      }
      String missing = readiness.missing().orElse("");
      if (missing.isEmpty()) {
        return;
      }
      if (!missing.equals(reported)) {
        progress.accept("waiting: " + missing);
        reported = missing;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            "the cluster is not ready after " + timeout.toSeconds() + " s: " + missing + mixture());
      }
      Poll.sleep(POLL);
    }
  }

  /** A note on a cluster with mixed versions; empty for any other cluster. */
  private String mixture() {
    return versions().size() == 1
        ? ""
        : members.stream()
            .map(node -> node.name() + " " + node.version())
            .collect(
                Collectors.joining(
                    ", ",
                    "; it is half upgraded (",
                    "), and versions that do not work together cannot be healed: bin/nacos-cluster"
                        + " down"));
  }

  private void launch(ProcessNode node, Map<DetachedProcess, Integer> starts) {
    DetachedProcess process = node.process();
    if (starts.merge(process, 1, Integer::sum) > MAX_STARTS) {
      throw new ClusterException(
          "%s ended %d times while starting: see %s"
              .formatted(process, MAX_STARTS, process.output()));
    }
    progress.accept("starting " + process);
    node.startProcess();
  }

  @Override
  public void close() {
    Poll.uninterrupted(
        () -> {
          state.kill();
          NodeNetwork.of(spec).ifPresent(NodeNetwork::close);
          NodeQuota.of(spec).ifPresent(ProcessCluster::remove);
          forget.run();
          // An experiment may have started one until now, and no command finds it any more.
          state.kill();
        });
  }

  /** A kernel may count a process to its group for a moment after it has ended. */
  private static void remove(NodeQuota quota) {
    Poll.until(quota::close, GROUPS_TIMEOUT, () -> "cannot remove the control groups " + quota);
  }
}
