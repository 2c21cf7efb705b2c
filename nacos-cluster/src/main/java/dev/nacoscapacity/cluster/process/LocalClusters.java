package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.network.NodeNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The cluster on this machine that is recorded in a state folder: at most one, found again by every
 * command until it is taken down. Linux only, since it reads {@code /proc}.
 */
public final class LocalClusters {

  /** System property, set by the launchers: this project's folder. */
  public static final String HOME = "nacoscapacity.home";

  /** Environment variable: the state folder, if not {@code .nacos-cluster} in the project's. */
  public static final String STATE = "NACOS_CLUSTER_STATE";

  /**
   * The scheduling priority of the nodes: below a load generator's, which they share cores with.
   */
  public static final int NICE = DetachedProcess.NICE;

  private final Path home;
  private final StateFolder state;
  private final Consumer<String> progress;

  /**
   * @param home this project's folder, where the servers' jars are assembled
   * @param state where everything of the cluster lives
   * @param progress told in a few words what happens while a cluster starts
   */
  public LocalClusters(Path home, Path state, Consumer<String> progress) {
    this.home = home.toAbsolutePath().normalize();
    this.state = new StateFolder(state.toAbsolutePath().normalize());
    this.progress = progress;
  }

  /** With the folders that the launcher and the environment name. */
  public static LocalClusters here(Consumer<String> progress) {
    Path home = Path.of(System.getProperty(HOME, ""));
    String state = System.getenv(STATE);
    return new LocalClusters(
        home,
        state == null || state.isBlank() ? home.resolve(".nacos-cluster") : Path.of(state),
        progress);
  }

  /** The cluster that was started last and not taken down since, whatever became of its nodes. */
  public Optional<Cluster> find() {
    return state.recorded().map(Recorded::spec).map(spec -> assembly(spec).cluster(spec));
  }

  /** What an experiment has broken in it and not mended. */
  public FaultNotes faults() {
    return new FaultNotes(state);
  }

  /** Where a node's process writes its output, which outlives {@link Cluster#close()}. */
  public Path log(String node) {
    Path own = DetachedProcess.output(state.node(node));
    return Files.exists(own) ? own : DetachedProcess.output(state.node(Assembly.STAND_IN));
  }

  /**
   * What a real node's logs say of classes or methods that it misses; nothing when it is whole. A
   * node that misses some answers calls all the same.
   */
  public Optional<String> brokenClassPath(String node) {
    return BrokenClassPath.in(log(node).getParent());
  }

  /**
   * Starts a cluster and returns it when it is ready; it outlives this JVM. An interrupt ends the
   * attempt.
   *
   * @throws ClusterException if one runs already, a port is taken, the machine refuses the nodes a
   *     network each, the jars are not assembled, or it does not become ready; no process stays
   *     behind then
   */
  public Cluster up(ClusterSpec spec) {
    try (FileChannel lock = state.lock("another command is starting a cluster here: wait for it")) {
      refuseSecond();
      claimAddresses(spec);
      Assembly assembly = assembly(spec);
      if (spec.version().real()) {
        new Training(home, spec.version(), progress).once();
      }
      state.clear();
      assembly.prepare(spec);
      state.record(Recorded.now(spec));
      Cluster cluster = assembly.cluster(spec);
      try {
        cluster.start();
      } catch (RuntimeException e) {
        cluster.close();
        throw e;
      }
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void claimAddresses(ClusterSpec spec) {
    Optional<NodeNetwork> network = NodeNetwork.of(spec);
    if (network.isPresent()) {
      network.get().claim();
    } else {
      Ports.requireFree(spec);
    }
  }

  private Assembly assembly(ClusterSpec spec) {
    return new Assembly(
        state,
        () -> ServerJars.of(spec, home),
        () -> ClassArchive.of(ServerJars.assembled(home, spec.version())).existing(),
        progress);
  }

  private void refuseSecond() {
    find()
        .filter(Cluster::runs)
        .ifPresent(
            cluster -> {
              throw new ClusterException(
                  "a cluster of "
                      + cluster.spec().nodes()
                      + " nodes, version "
                      + cluster.spec().version()
                      + ", runs already: take it down first (bin/nacos-cluster down)");
            });
  }
}
