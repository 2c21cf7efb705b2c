package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
 * @param progress told what happens while it starts
 */
record Assembly(
    StateFolder state,
    Supplier<ServerJars> jars,
    Supplier<Optional<Path>> archive,
    Consumer<String> progress) {

  /** Folder of the stand-in's one process. */
  static final String STAND_IN = "nodes";

  private static final String LOOPBACK = "127.0.0.1";
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  /** For a look at a node's state. */
  private static final Duration GLANCE = Duration.ofSeconds(1);

  /** For readiness: a login costs a cold, busy node over a second of BCrypt. */
  private static final Duration QUESTION = Duration.ofSeconds(5);

  /** Writes what the nodes of a new cluster read. */
  void prepare(ClusterSpec spec) throws IOException {
    if (!spec.version().real()) {
      Files.createDirectories(state.node(STAND_IN));
      return;
    }
    Secrets secrets = Secrets.random();
    for (int index = 0; index < spec.nodes(); index++) {
      ServerConfig.write(spec, index, state.node(name(index)), secrets);
    }
  }

  Cluster cluster(ClusterSpec spec) {
    return spec.version().real() ? servers(spec) : standIn(spec);
  }

  private Cluster servers(ClusterSpec spec) {
    List<ServerNode> nodes = each(spec).mapToObj(index -> server(spec, index)).toList();
    List<AdminClient> clients =
        each(spec).mapToObj(index -> AdminClient.of(http(spec, index), QUESTION)).toList();
    List<InetSocketAddress> grpc =
        spec.version().grpc() ? nodes.stream().map(Node::grpc).toList() : List.of();
    Readiness readiness = new Readiness(clients, grpc, spec.auth());
    return new ServerCluster(spec, nodes, readiness, state::forget, progress);
  }

  private ServerNode server(ClusterSpec spec, int index) {
    String name = name(index);
    Path home = state.node(name);
    return new ServerNode(
        name,
        watch(spec, index, process(name)),
        () -> ServerCommand.of(spec, JAVA, jars.get(), archive.get(), home));
  }

  private Cluster standIn(ClusterSpec spec) {
    DetachedProcess process = process(STAND_IN);
    List<StandInNode> nodes =
        each(spec)
            .mapToObj(index -> new StandInNode(name(index), watch(spec, index, process)))
            .toList();
    List<String> command = StandInCommand.of(spec, JAVA, System.getProperty("java.class.path"));
    return new StandInCluster(spec, nodes, process, command, state::forget, progress);
  }

  private DetachedProcess process(String name) {
    return new DetachedProcess(name, state.node(name), ProcessTable.SYSTEM);
  }

  private static Watch watch(ClusterSpec spec, int index, DetachedProcess process) {
    InetSocketAddress http = http(spec, index);
    return new Watch(http, process, AdminClient.of(http, GLANCE));
  }

  private static InetSocketAddress http(ClusterSpec spec, int index) {
    return new InetSocketAddress(LOOPBACK, spec.port(index));
  }

  private static String name(int index) {
    return "node" + (index + 1);
  }

  private static IntStream each(ClusterSpec spec) {
    return IntStream.range(0, spec.nodes());
  }
}
