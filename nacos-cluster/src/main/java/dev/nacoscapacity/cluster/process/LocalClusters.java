package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Dilation;
import dev.nacoscapacity.cluster.Ports;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.network.NodeNetwork;
import dev.nacoscapacity.cluster.quota.NodeQuota;
import dev.nacoscapacity.core.cli.Checkout;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.InconclusiveException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cluster on this machine that is recorded in a state folder: at most one, which every command
 * finds until it is taken down. Linux only, since it reads {@code /proc}.
 */
public final class LocalClusters {

  /** The niceness of the nodes, below the priority of a load generator that shares their cores. */
  public static final int NICE = DetachedProcess.NICE;

  private static final Path MEMORY = Path.of("/proc/meminfo");

  private final Path home;
  private final StateFolder state;
  private final Consumer<String> progress;

  /**
   * @param home this project's folder, where the servers' jars are assembled
   * @param state where everything of the cluster lives, and the unpacked servers of distributions
   * @param progress receives a line about each step of a start
   */
  public LocalClusters(Path home, Path state, Consumer<String> progress) {
    this.home = home.toAbsolutePath().normalize();
    this.state = new StateFolder(state.toAbsolutePath().normalize());
    this.progress = progress;
  }

  /** The local clusters with the folders given by the launcher and the environment. */
  public static LocalClusters here(Consumer<String> progress) {
    return new LocalClusters(Checkout.home(), Checkout.state(), progress);
  }

  /** The cluster that was started last and not taken down since, whether its nodes run or not. */
  public Optional<Cluster> find() {
    return state
        .recorded()
        .map(StateFolder.ClusterRecord::spec)
        .map(this::asUpgraded)
        .map(this::cluster);
  }

  /** The spec with the version that all nodes have; unchanged while the versions differ. */
  private ClusterSpec asUpgraded(ClusterSpec spec) {
    if (!spec.version().real()) {
      return spec;
    }
    List<ClusterSpec> own =
        IntStream.range(0, spec.nodes())
            .mapToObj(index -> ProcessCluster.installed(spec, index, state).own())
            .distinct()
            .toList();
    return own.size() == 1 ? own.get(0) : spec;
  }

  /**
   * Prepares an upgrade of nodes: builds its jars if they are missing, and writes the archive of
   * its classes.
   *
   * @throws ClusterException if the jars cannot be built
   */
  public void prepare(ServerVersion version) {
    ClusterSpec one = ClusterSpec.of(version, 1);
    build(one);
    ServerJars jars = ServerJars.of(one, home, state);
    ClassArchive.makeOnce(one, jars, progress);
    if (NestedJar.mattersTo(one.withAuth(true))) {
      // Or the first node would write it while it is down.
      nested(jars);
    }
  }

  private NestedJar nested(ServerJars jars) {
    return NestedJar.of(jars, state.path().resolve(ServerJars.UNPACKED));
  }

  /**
   * Claims the right to break the nodes of the local cluster, or to repair what an experiment
   * broke, until the channel is closed or this process ends.
   *
   * @throws ClusterException if another command has it
   */
  public FileChannel claimNodes() {
    return state.lock(
        "experiment.lock",
        "an experiment is running here, and heals what it breaks: wait for it, or end it with"
            + " Ctrl-C");
  }

  /** As {@link #claimNodes}, of the nodes of other clusters, which hooks break and heal. */
  public FileChannel claimHooks() {
    return state.lock(
        "hooks.lock",
        "an experiment with hooks is running, and heals what it breaks: wait for it, or end it with"
            + " Ctrl-C");
  }

  /** The faults in it that an experiment has not healed. */
  public FaultNotes faults() {
    return new FaultNotes(state);
  }

  /** The faults that hooks of an experiment have injected into other clusters. */
  public FaultNotes hooks() {
    return FaultNotes.ofHooks(state);
  }

  /** Where a node's process writes its output, which outlives {@link Cluster#close()}. */
  public Path log(String node) {
    return DetachedProcess.output(state.node(node));
  }

  /**
   * The first line of a node's logs about a missing class or method; empty when its class path is
   * complete. A node without some classes still answers calls.
   */
  public Optional<String> brokenClassPath(String node) {
    return BrokenClassPath.in(log(node).getParent());
  }

  /**
   * Starts a cluster and returns it when it is ready; it outlives this JVM. An interrupt ends the
   * attempt.
   *
   * @throws ClusterException if one runs already, a port is taken, the machine refuses the nodes a
   *     network or a quota each, the jars cannot be built, or it does not become ready; no process
   *     stays behind then
   */
  public Cluster up(ClusterSpec spec) {
    try (FileChannel lock = state.lock("another command is starting a cluster here: wait for it")) {
      refuseSecond();
      requireCores(spec);
      if (Dilation.of(spec) > 1) {
        requireMemory(spec, memoryAvailable());
      }
      claimAddresses(spec);
      NodeQuota.of(spec).ifPresent(NodeQuota::claim);
      if (spec.version().real()) {
        build(spec);
      }
      // A single node is up sooner without an archive, since creating one takes a start.
      if (spec.version().real() && spec.nodes() > 1 && !NestedJar.mattersTo(spec)) {
        ClassArchive.makeOnce(spec, ServerJars.of(spec, home, state), progress);
      }
      // Networks and groups of a cluster that was killed may have other names than the new one's.
      find().ifPresent(Cluster::close);
      state.clear();
      ProcessCluster.prepare(spec, state);
      state.record(StateFolder.ClusterRecord.now(spec));
      if (Dilation.of(spec) > 1) {
        state.createClock(Dilation.of(spec));
      }
      return cluster(spec).startOrClose();
    } catch (IOException e) {
      throw new ClusterException("cannot write the files of a cluster: " + e, e);
    }
  }

  /** Not when a node is started again, since all nodes of a cluster run the same build. */
  private void build(ClusterSpec spec) {
    asFailure(
        () -> {
          Checkout.build(ServerJars.modules(spec));
          ServerJars.fetch(spec, home, state, jars -> jars.fetch(progress));
        });
  }

  /**
   * Builds or fetches the server of a version, so that a later start needs no network.
   *
   * @throws ClusterException if that fails, or another command starts a cluster meanwhile
   */
  public void install(ServerVersion version) {
    try (FileChannel lock = state.lock("another command is starting a cluster here: wait for it")) {
      build(ClusterSpec.of(version, 1));
    } catch (IOException e) {
      throw new ClusterException("cannot write the files of a server: " + e, e);
    }
  }

  /** Studies go on after a cluster that could not be started. */
  private static void asFailure(Runnable step) {
    try {
      step.run();
    } catch (InconclusiveException e) {
      throw new ClusterException(e.getMessage(), e);
    }
  }

  private void requireCores(ClusterSpec spec) {
    double dilation = Dilation.of(spec);
    if (dilation > Dilation.MOST) {
      throw new ClusterException(
          "%s of %s cores need a time that runs %.0f times slower on this machine, at most %.0f is possible: take fewer, or smaller ones"
              .formatted(
                  ClusterSpec.counted(spec.nodes()),
                  NumberText.exact(spec.cores().orElseThrow()),
                  dilation,
                  Dilation.MOST));
    }
    if (dilation > 1) {
      asFailure(ClusterClock::requirePreload);
      progress.accept(
          "each node is a machine of %s: under load, time runs %s times slower, so a minute takes %s; starting is not slowed"
              .formatted(
                  cores(spec.cores().orElseThrow()),
                  NumberText.exact(dilation),
                  NumberText.time(60 * dilation)));
      return;
    }
    double each = spec.cores().orElse(0.0);
    int here = Runtime.getRuntime().availableProcessors();
    if (each > here) {
      throw new ClusterException(
          "a node of %s needs a slower time on this machine of %d: leave --time-dilation out"
              .formatted(cores(each), here));
    }
    if (spec.nodes() * each > here) {
      progress.accept(
          "warning: %d nodes of %s are more than the %d of this machine, so a node has less when all are busy"
              .formatted(spec.nodes(), cores(each), here));
    }
  }

  /** {@code 1 core}, {@code 0.3 cores}. */
  private static String cores(double cores) {
    return NumberText.counted(NumberText.exact(cores), "core", "cores");
  }

  /**
   * Refuses nodes whose heaps do not fit, before the kernel kills one in a measurement.
   *
   * @param available in bytes; empty where that is unknown
   */
  static void requireMemory(ClusterSpec spec, OptionalLong available) {
    long needed = spec.heapBytes() * spec.nodes();
    if (available.isPresent() && needed > available.getAsLong()) {
      throw new ClusterException(
          "%s with heaps of %s need more than the %d MB of memory that are free: take fewer, or a smaller --heap"
              .formatted(
                  ClusterSpec.counted(spec.nodes()), spec.heap(), available.getAsLong() >> 20));
    }
  }

  private static OptionalLong memoryAvailable() {
    try (Stream<String> lines = Files.lines(MEMORY)) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
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

  private ProcessCluster cluster(ClusterSpec spec) {
    return ProcessCluster.of(spec, state, index -> launch(spec, index), state::forget, progress);
  }

  private Launch launch(ClusterSpec spec, int index) {
    if (state.recorded().isEmpty()) {
      // The node would keep running, and no command would find it.
      throw new ClusterException(
          "the cluster was taken down meanwhile, so none of its nodes is started again");
    }
    Map<String, String> time = state.clock().map(ClusterClock::environment).orElse(Map.of());
    if (!spec.version().real()) {
      return Launch.ofStandIn(spec, index, OptionalLong.empty(), state).with(time);
    }
    InstalledServer installed = ProcessCluster.installed(spec, index, state);
    ClusterSpec own = installed.own();
    ServerJars server = ServerJars.of(own, home, state);
    state.claimData(ClusterSpec.nodeName(index), own.server());
    ServerJars all = server.with(own, home);
    Launch launch =
        NestedJar.mattersTo(own)
            ? Launch.ofServer(own, index, all, nested(server), installed.home())
            : Launch.ofServer(
                own, index, all, ClassArchive.of(server).existing(), installed.home());
    return launch.with(time);
  }

  /** The server that a node runs, or ran last: {@code 2.2.4}. */
  public String server(String node) {
    return state
        .dataOf(node)
        .or(() -> find().map(cluster -> cluster.spec().server()))
        .orElseThrow(() -> new ClusterException("there is no cluster"));
  }

  private void refuseSecond() {
    find()
        .filter(Cluster::runs)
        .ifPresent(
            cluster -> {
              throw new ClusterException(
                  "a cluster of %s, version %s, runs already: take it down first (bin/nacos-cluster down)"
                      .formatted(
                          ClusterSpec.counted(cluster.spec().nodes()), cluster.spec().server()));
            });
  }
}
