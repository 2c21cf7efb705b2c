package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.network.NodeNetwork;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Puts a cluster together from its spec and its folder, the same way whether it is new or found
 * again.
 *
 * @param state where its nodes live
 * @param jars of the real server; asked for when a node starts
 * @param archive of loaded classes; asked for when a node starts
 * @param companion the process that a stand-in's nodes end with, if not only when they are told to
 * @param progress told what happens while it starts
 * @param gone called when the last node is closed
 */
record Assembly(
    StateFolder state,
    Supplier<ServerJars> jars,
    Supplier<Optional<Path>> archive,
    OptionalLong companion,
    Consumer<String> progress,
    Runnable gone) {

  /** For nodes that outlive this process; the cluster is forgotten when it is closed. */
  Assembly(
      StateFolder state,
      Supplier<ServerJars> jars,
      Supplier<Optional<Path>> archive,
      Consumer<String> progress) {
    this(state, jars, archive, OptionalLong.empty(), progress, state::forget);
  }

  /** Folder of the stand-in's one process. */
  static final String STAND_IN = "nodes";

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** For a look at a node's state. */
  private static final Duration GLANCE = Duration.ofSeconds(1);

  /** For readiness: a login costs a cold, busy node over a second of BCrypt. */
  private static final Duration QUESTION = Duration.ofSeconds(5);

  /** Writes what the nodes of a new cluster read. */
  void prepare(ClusterSpec spec) throws IOException {
    Secrets secrets = Secrets.random();
    state.keep(tokenKey(spec, secrets));
    if (spec.version().real()) {
      for (int index = 0; index < spec.nodes(); index++) {
        ServerConfig.write(spec, index, state.node(ClusterSpec.nodeName(index)), secrets);
      }
    } else if (spec.processPerNode()) {
      for (int index = 0; index < spec.nodes(); index++) {
        Files.createDirectories(state.node(ClusterSpec.nodeName(index)));
      }
    } else {
      Files.createDirectories(state.node(STAND_IN));
    }
  }

  /** What the spec sets wins over what we made up, as in the nodes' own configuration. */
  private static String tokenKey(ClusterSpec spec, Secrets secrets) {
    return spec.version().real()
        ? spec.settings()
            .getOrDefault(Release.of(spec.version()).tokenKeySetting(), secrets.tokenKey())
        : secrets.tokenKey();
  }

  Cluster cluster(ClusterSpec spec) {
    return spec.version().real() || spec.processPerNode() ? processes(spec) : standIn(spec);
  }

  private Cluster processes(ClusterSpec spec) {
    List<ServerNode> nodes = each(spec).mapToObj(index -> node(spec, index)).toList();
    List<AdminClient> clients =
        each(spec).mapToObj(index -> AdminClient.of(http(spec, index), QUESTION)).toList();
    List<InetSocketAddress> grpc =
        spec.version().grpc() ? nodes.stream().map(Node::grpc).toList() : List.of();
    Readiness readiness = new Readiness(clients, grpc, spec.auth());
    return new ServerCluster(
        spec, nodes, readiness, state::tokenKey, NodeNetwork.of(spec), gone, progress);
  }

  private ServerNode node(ClusterSpec spec, int index) {
    String name = ClusterSpec.nodeName(index);
    return new ServerNode(
        name,
        watch(spec, index, process(name)),
        () -> {
          requireKept();
          Launch launch = spec.version().real() ? server(spec, index) : standIn(spec, index);
          return NodeNetwork.of(spec)
              .map(network -> launch.as(network.inside(index, launch.command())))
              .orElse(launch);
        });
  }

  /** A node that starts after 'down' would run on unknown to anybody. */
  private void requireKept() {
    if (companion.isEmpty() && state.recorded().isEmpty()) {
      throw new ClusterException(
          "the cluster was taken down meanwhile, so none of its nodes is started again");
    }
  }

  private Launch server(ClusterSpec spec, int index) {
    Path home = state.node(ClusterSpec.nodeName(index));
    return new Launch(
        ServerCommand.of(spec, index, JAVA, jars.get(), archive.get(), home), Map.of());
  }

  private Launch standIn(ClusterSpec spec, int index) {
    return new Launch(
        StandInCommand.ofNode(spec, index, companion, JAVA, CLASS_PATH), environment());
  }

  /** What signs tokens is the same for all nodes, and after each start. */
  private Map<String, String> environment() {
    return state.tokenKey().map(key -> Map.of(TokenKey.VARIABLE, key.base64())).orElse(Map.of());
  }

  private Cluster standIn(ClusterSpec spec) {
    DetachedProcess process = process(STAND_IN);
    List<StandInNode> nodes =
        each(spec)
            .mapToObj(
                index -> new StandInNode(ClusterSpec.nodeName(index), watch(spec, index, process)))
            .toList();
    Launch launch = new Launch(StandInCommand.of(spec, JAVA, CLASS_PATH), environment());
    return new StandInCluster(spec, nodes, process, launch, state::tokenKey, gone, progress);
  }

  private DetachedProcess process(String name) {
    return new DetachedProcess(name, state.node(name), ProcessTable.SYSTEM);
  }

  private static Watch watch(ClusterSpec spec, int index, DetachedProcess process) {
    InetSocketAddress http = http(spec, index);
    return new Watch(http, process, AdminClient.of(http, GLANCE));
  }

  private static InetSocketAddress http(ClusterSpec spec, int index) {
    return new InetSocketAddress(spec.host(index), spec.port(index));
  }

  private static IntStream each(ClusterSpec spec) {
    return IntStream.range(0, spec.nodes());
  }
}
