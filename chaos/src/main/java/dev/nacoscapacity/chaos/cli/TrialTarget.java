package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.FaultJournal;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.chaos.fault.Proxies;
import dev.nacoscapacity.chaos.trial.ClusterView;
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
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The nodes that an experiment breaks, and by what: the session on them, proxies, and the lock that
 * keeps other commands from breaking or healing them meanwhile.
 *
 * @param hooks what breaks the nodes; empty when this project does
 * @param external the nodes of a registry that this project did not start
 */
record TrialTarget(
    Session session,
    Optional<Hooks> hooks,
    Proxies proxies,
    FaultJournal journal,
    Closeable claim,
    Optional<ExternalNodes> external)
    implements AutoCloseable {

  /**
   * Opens the target of the options, and starts a cluster if necessary.
   *
   * @param hooks that break its nodes; empty for none
   * @param instances of the largest fleet
   * @throws dev.nacoscapacity.core.cli.UsageException when the experiment cannot run on the target
   * @throws dev.nacoscapacity.simulator.preflight.machine.ShortageException when this machine lacks
   *     resources for the fleet
   */
  static TrialTarget open(
      ExperimentSpec spec,
      RunOptions options,
      Optional<Hooks> hooks,
      int instances,
      PrintStream err) {
    ResourceCheck room = TargetValidator.beforeOpening(options, instances, spec, hooks);
    Optional<VersionChange> upgrade = spec.upgrade();
    // Before the run, so that the preparation does not disturb the fleet.
    upgrade.ifPresent(versions -> prepare(versions.to(), options.language(), err));
    ServerVersion real = upgrade.map(VersionChange::from).orElse(options.workload().realServer());
    Closeable claim = claim(options, hooks, err);
    try {
      return on(
          new Session(options, room, real, leftBehind(spec, options), err), spec, hooks, claim);
    } catch (RuntimeException e) {
      release(claim);
      throw e;
    }
  }

  private static TrialTarget on(
      Session session, ExperimentSpec spec, Optional<Hooks> hooks, Closeable claim) {
    try {
      OpenTarget registry = session.registry();
      Optional<ExternalNodes> external =
          registry.isOfOthers() ? Optional.of(ExternalNodes.of(session)) : Optional.empty();
      external.ifPresentOrElse(
          nodes -> TargetValidator.ofExternal(nodes, spec, hooks),
          () -> TargetValidator.ofOpened(registry));
      FaultJournal journal = journal(registry, hooks);
      return new TrialTarget(
          session, hooks, proxies(session, spec, external), journal, claim, external);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** The journal of faults that outlive this process. */
  private static FaultJournal journal(OpenTarget registry, Optional<Hooks> hooks) {
    LocalClusters here = LocalClusters.here(progress -> {});
    if (hooks.isPresent()) {
      return FaultJournal.in(here.hooks());
    }
    return registry.description().kind().equals(Target.LOCAL)
        ? FaultJournal.in(here.faults())
        : FaultJournal.NONE;
  }

  /** Puts proxies in front of nodes whose links to clients cannot be changed otherwise. */
  private static Proxies proxies(
      Session session, ExperimentSpec spec, Optional<ExternalNodes> external) {
    OpenTarget registry = session.registry();
    if (!spec.byProxy() || registry.cluster().flatMap(ClientLinks::of).isPresent()) {
      return new Proxies();
    }
    List<Node> nodes = nodes(registry, external);
    Proxies proxies = Proxies.before(nodes, registry.reach());
    try {
      session.withClientAddresses(nodes.stream().map(proxies::http).toList());
      return proxies;
    } catch (RuntimeException e) {
      proxies.close();
      throw e;
    }
  }

  private static List<Node> nodes(OpenTarget registry, Optional<ExternalNodes> external) {
    return external
        .map(ExternalNodes::nodes)
        .orElseGet(() -> registry.cluster().orElseThrow().nodes());
  }

  /** Prepares the start of a version; a signal ends the server that runs meanwhile. */
  private static void prepare(ServerVersion version, Language language, PrintStream err) {
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = stop.onSignal(err, language, "")) {
      signals.whileOpening(() -> LocalClusters.here(err::println).prepare(version));
    }
    if (stop.request().isPresent()) {
      throw new ClusterException("interrupted before the experiment began");
    }
  }

  /** The lock; none where nothing stays broken. */
  private static Closeable claim(RunOptions options, Optional<Hooks> hooks, PrintStream err) {
    LocalClusters here = LocalClusters.here(err::println);
    if (hooks.isPresent()) {
      return here.claimHooks();
    }
    return options.target().isLocal() ? here.claimNodes() : () -> {};
  }

  private static void release(Closeable claim) {
    try {
      claim.close();
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
        : options
            .language()
            .say(
                "leftBehind.broken",
                with("command", options.target().isOurs() ? "nacos-cluster" : "chaos"));
  }

  /**
   * A trial on the nodes of one run.
   *
   * @param registry of the run
   * @param stores gives the store of a node, for the data that an upgrade must keep
   * @param language of what people read
   * @param err receives a line for each action
   */
  Trial trial(
      ExperimentSpec spec,
      OpenTarget registry,
      Function<Node, DataStore> stores,
      long seed,
      Language language,
      PrintStream err) {
    Consumer<Message> progress =
        action -> err.println(language.say("progress.experiment", with("action", action)));
    List<Node> nodes = nodes(registry, external);
    Admins admins =
        external
            .map(ExternalNodes::admins)
            .orElseGet(() -> Admins.of(registry.cluster().orElseThrow()));
    Faults faults =
        new Faults(
            registry.cluster().flatMap(ClientLinks::of).orElse(proxies),
            registry.cluster().flatMap(Cluster::links),
            hooks,
            admins,
            journal);
    StoredData data =
        spec.upgrade().isEmpty()
            ? StoredData.none()
            : new StoredData(
                nodes,
                stores,
                "upgrade-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
                progress);
    return new Trial(
        spec, new ClusterView(nodes, admins), faults, data, new Random(seed), progress);
  }

  /**
   * Waits until every node is ready for the next run.
   *
   * @throws ClusterException when one does not become ready
   */
  void awaitReady() {
    external.ifPresentOrElse(nodes -> nodes.awaitAll(session.stop()), session::startNodes);
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
