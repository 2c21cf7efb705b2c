package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.chaos.fault.Proxies;
import dev.nacoscapacity.chaos.trial.FaultJournal;
import dev.nacoscapacity.chaos.trial.StoredData;
import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The nodes that an experiment breaks, and by what: the session on them, hooks, proxies, and the
 * lock that keeps other commands from breaking or healing them meanwhile.
 */
final class TrialTarget implements AutoCloseable {

  private final Session session;
  private final Hooks hooks;

  /** The nodes of a registry that this project did not start; otherwise null. */
  private final ExternalNodes external;

  private final Proxies proxies;

  /** Null where nothing stays broken. */
  private final FileChannel claim;

  private TrialTarget(
      Session session, Hooks hooks, ExternalNodes external, Proxies proxies, FileChannel claim) {
    this.session = session;
    this.hooks = hooks;
    this.external = external;
    this.proxies = proxies;
    this.claim = claim;
  }

  /**
   * Opens the target of the options, and starts a cluster if necessary.
   *
   * @param hooks that break its nodes; null for none
   * @param instances of the largest fleet
   * @throws dev.nacoscapacity.core.cli.UsageException when the experiment cannot run on the target
   * @throws dev.nacoscapacity.simulator.preflight.machine.ShortageException when this machine lacks
   *     resources for the fleet
   */
  static TrialTarget open(
      ExperimentSpec spec, RunOptions options, Hooks hooks, int instances, PrintStream err) {
    ResourceCheck room = TargetValidator.beforeOpening(options, instances, spec, hooks);
    Optional<VersionChange> upgrade = spec.upgrade();
    // Before the run, so that the preparation does not disturb the fleet.
    upgrade.ifPresent(versions -> prepare(versions.to(), err));
    ServerVersion real = upgrade.map(VersionChange::from).orElse(options.workload().realServer());
    FileChannel claim = claim(options, hooks, err);
    try {
      return on(
          new Session(options, room, real, leftBehind(spec, options), err), spec, hooks, claim);
    } catch (RuntimeException e) {
      release(claim);
      throw e;
    }
  }

  private static TrialTarget on(
      Session session, ExperimentSpec spec, Hooks hooks, FileChannel claim) {
    Proxies proxies = new Proxies();
    try {
      OpenTarget registry = session.registry();
      ExternalNodes external = null;
      if (registry.cluster().isPresent()) {
        TargetValidator.ofOpened(registry);
      } else {
        external = ExternalNodes.of(session);
        TargetValidator.ofExternal(external, spec, hooks);
      }
      if (spec.byProxy() && registry.cluster().flatMap(ClientLinks::of).isEmpty()) {
        List<Node> nodes = external == null ? registry.cluster().get().nodes() : external.nodes();
        proxies = Proxies.before(nodes, registry.reach());
        session.withClientAddresses(nodes.stream().map(proxies::http).toList());
      }
      return new TrialTarget(session, hooks, external, proxies, claim);
    } catch (RuntimeException e) {
      proxies.close();
      session.close();
      throw e;
    }
  }

  /** Prepares the start of a version; a signal ends the server that runs meanwhile. */
  private static void prepare(ServerVersion version, PrintStream err) {
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = stop.onSignal(err, "")) {
      signals.whileOpening(() -> LocalClusters.here(err::println).prepare(version));
    }
    if (stop.request().isPresent()) {
      throw new ClusterException("interrupted before the experiment began");
    }
  }

  private static FileChannel claim(RunOptions options, Hooks hooks, PrintStream err) {
    LocalClusters here = LocalClusters.here(err::println);
    if (hooks != null) {
      return here.claimHooks();
    }
    return options.target().isLocal() ? here.claimNodes() : null;
  }

  private static void release(FileChannel claim) {
    try {
      if (claim != null) {
        claim.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What an immediate exit leaves behind: nothing when the faults are of proxies, or of the nodes
   * of a stand-in in this process or of a model, which end with it.
   */
  static String leftBehind(ExperimentSpec spec, RunOptions options) {
    boolean byProxy = spec.method().stream().allMatch(step -> step.fault().byProxy());
    return byProxy || options.target().isStandIn() || options.target().isModel()
        ? ""
        : "; a node that is broken stays so: bin/%s heal heals it"
            .formatted(options.target().isOurs() ? "nacos-cluster" : "chaos");
  }

  Session session() {
    return session;
  }

  /** What a page has to say about who breaks the nodes; empty when this project does. */
  Optional<String> hooksRemark() {
    return Optional.ofNullable(hooks).map(Hooks::remark);
  }

  /** The longest time that a hook may take beyond the times of the experiment. */
  Duration patience() {
    return hooks == null ? Duration.ZERO : hooks.longest();
  }

  /**
   * A trial on the nodes of one run.
   *
   * @param registry of the run
   * @param stores gives the store of a node, for the data that an upgrade must keep
   * @param err receives a line for each action
   */
  Trial trial(
      ExperimentSpec spec,
      OpenTarget registry,
      Function<Node, DataStore> stores,
      long seed,
      PrintStream err) {
    Optional<Cluster> cluster = registry.cluster();
    List<Node> nodes = cluster.map(Cluster::nodes).orElseGet(() -> external.nodes());
    Admins admins = cluster.map(Admins::of).orElseGet(() -> external.admins());
    Faults faults =
        new Faults(
            cluster.flatMap(ClientLinks::of).orElse(proxies),
            cluster.flatMap(Cluster::links).orElse(null),
            hooks,
            admins);
    Consumer<String> progress = text -> err.println("experiment: " + text);
    StoredData data =
        spec.upgrade().isEmpty()
            ? StoredData.none()
            : new StoredData(
                nodes,
                stores,
                "upgrade-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
                progress);
    return new Trial(spec, nodes, admins, faults, journal(), data, new Random(seed), progress);
  }

  /** Where faults are noted that outlive a tool that is killed. */
  private FaultJournal journal() {
    LocalClusters here = LocalClusters.here(progress -> {});
    if (hooks != null) {
      return FaultJournal.in(here.hooks());
    }
    return session.registry().description().kind().equals(Target.LOCAL)
        ? FaultJournal.in(here.faults())
        : FaultJournal.NONE;
  }

  /** Refuses a registry that this project did not start and that serves other clients. */
  void requireExclusive() {
    if (external != null) {
      session.requireExclusive();
    }
  }

  /**
   * Waits until every node is ready for the next run; on a model each run has new nodes.
   *
   * @throws ClusterException when one does not become ready
   */
  void awaitReady() {
    if (external != null) {
      external.awaitAll(session.stop());
    } else if (!session.registry().isNewForEachRun()) {
      session.startNodes();
    }
  }

  @Override
  public void close() {
    try {
      proxies.close();
      session.close();
    } finally {
      release(claim);
    }
  }
}
