package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.FaultKind;
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
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Makes the trials of an experiment, and runs without faults, on one cluster. It owns the session,
 * and the proxies for the faults.
 */
final class Trials implements AutoCloseable {

  /**
   * Extra time after which a run is stopped although its trial has not ended it; only a bug makes
   * this necessary.
   */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /** Timeout of calls about stored data. */
  private static final Duration STORES = Duration.ofSeconds(10);

  private final ExperimentSpec spec;
  private final RunOptions options;
  private final Criteria criteria;
  private final Session session;
  private final Hooks hooks;

  /** The nodes of a registry that this project did not start; otherwise null. */
  private final ExternalNodes given;

  private final Proxies proxies;

  /** Keeps other experiments from breaking or healing these nodes; null where nothing stays. */
  private final FileChannel claim;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, AdminClient> admins = new HashMap<>();

  /** Number of runs so far, including the current one. */
  private int runs;

  private Trials(
      ExperimentSpec spec,
      RunOptions options,
      Session session,
      Hooks hooks,
      ExternalNodes given,
      Proxies proxies,
      FileChannel claim,
      PrintStream out,
      PrintStream err) {
    this.options = options;
    this.criteria = options.criteria().criteria();
    this.spec = spec.withCriteria(criteria);
    this.session = session;
    this.hooks = hooks;
    this.given = given;
    this.proxies = proxies;
    this.claim = claim;
    this.out = out;
    this.err = err;
  }

  /**
   * Opens the target of the options, and starts a cluster if necessary.
   *
   * @param instances of the largest fleet
   * @throws dev.nacoscapacity.simulator.options.UsageException when the experiment cannot run on
   *     the target
   * @throws dev.nacoscapacity.simulator.preflight.machine.ShortageException when this machine lacks
   *     resources for the fleet
   */
  static Trials open(
      ExperimentSpec spec, TrialOptions asked, int instances, PrintStream out, PrintStream err) {
    RunOptions options = asked.run();
    Hooks hooks = asked.hooks().hooks(err);
    ResourceCheck room = TargetValidator.beforeOpening(options, instances, spec, hooks);
    Optional<VersionChange> upgrade = spec.upgrade();
    // Before the run, so that the preparation does not disturb the fleet.
    upgrade.ifPresent(versions -> prepare(versions.to(), err));
    ServerVersion real = upgrade.map(VersionChange::from).orElse(options.workload().realServer());
    FileChannel claim = claim(options, hooks, err);
    try {
      return open(
          spec,
          options,
          Session.open(options, room, real, leftBehind(spec, options), err),
          hooks,
          claim,
          out,
          err);
    } catch (RuntimeException e) {
      release(claim);
      throw e;
    }
  }

  /** Keeps other commands from breaking or healing what this experiment breaks; null for none. */
  private static FileChannel claim(RunOptions options, Hooks hooks, PrintStream err) {
    LocalClusters here = LocalClusters.here(err::println);
    if (hooks != null) {
      return here.claimHooks();
    }
    return options.target().isLocal() ? here.claimNodes() : null;
  }

  private static Trials open(
      ExperimentSpec spec,
      RunOptions options,
      Session session,
      Hooks hooks,
      FileChannel claim,
      PrintStream out,
      PrintStream err) {
    Proxies proxies = new Proxies();
    try {
      OpenTarget registry = session.registry();
      ExternalNodes given = null;
      if (registry.cluster().isPresent()) {
        TargetValidator.ofOpened(registry);
      } else {
        given = ExternalNodes.of(session);
        TargetValidator.ofGiven(given, spec, hooks);
      }
      if (spec.byProxy() && registry.cluster().flatMap(ClientLinks::of).isEmpty()) {
        List<Node> nodes = given == null ? registry.cluster().get().nodes() : given.nodes();
        proxies = Proxies.before(nodes, registry.reach());
        session.withClientAddresses(nodes.stream().map(proxies::http).toList());
      }
      return new Trials(spec, options, session, hooks, given, proxies, claim, out, err);
    } catch (RuntimeException e) {
      proxies.close();
      session.close();
      throw e;
    }
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

  /** Prepares the start of a version; a signal ends the server that runs meanwhile. */
  private static void prepare(ServerVersion version, PrintStream err) {
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = ShutdownSignals.stopOnSignal(stop, err, "")) {
      signals.whileOpening(() -> LocalClusters.here(err::println).prepare(version));
    }
    if (stop.request().isPresent()) {
      throw new ClusterException("interrupted before the experiment began");
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

  /** The longer of what a trial may take and of what the waves of the fleet take. */
  private Duration longest(RunSettings asked, Duration patience) {
    int nodes = session.registry().nodes().size();
    Duration trial = Trial.longest(spec, nodes, patience).plus(MARGIN);
    Duration waves = asked.wavesNeed();
    return trial.compareTo(waves) > 0 ? trial : waves;
  }

  /** Makes and judges the run of a trial. */
  Session.Outcome trial(int instances, Path folder, int number, int of) {
    RunSettings asked = options.settings(instances);
    int nodes = session.registry().nodes().size();
    Duration patience = hooks == null ? Duration.ZERO : hooks.longest();
    AtomicReference<Trial> trial = new AtomicReference<>();
    return run(
        asked.withDurations(asked.timing().warmUp(), longest(asked, patience)),
        registry -> {
          trial.set(on(registry.cluster(), asked.seed() + runs));
          return trial.get();
        },
        folder,
        run -> {
          List<String> notes = new ArrayList<>(run.notes());
          notes.addAll(TrialCaveats.of(spec, nodes, hooks != null));
          if (hooks != null) {
            notes.add(hooks.remark());
          }
          TrialCaveats.leftBehind(run.registry()).ifPresent(notes::add);
          RunRecord found =
              run.toBuilder().notes(notes).experiment(trial.get().experiment(number, of)).build();
          return Judge.experiment().judged(found, criteria);
        });
  }

  /**
   * A trial on a cluster.
   *
   * @param ours the cluster of this project; empty for other nodes
   */
  private Trial on(Optional<Cluster> ours, long seed) {
    Admins admins = ours.map(Admins::of).orElseGet(() -> given.admins());
    return new Trial(
        spec,
        ours.map(Cluster::nodes).orElseGet(() -> given.nodes()),
        admins,
        new Faults(
            ours.flatMap(ClientLinks::of).orElse(proxies),
            ours.flatMap(Cluster::links).orElse(null),
            hooks,
            admins),
        journal(),
        ours.map(this::stored).orElseGet(StoredData::none),
        new Random(seed),
        text -> err.println("experiment: " + text));
  }

  private StoredData stored(Cluster cluster) {
    return spec.upgrade().isEmpty()
        ? StoredData.none()
        : new StoredData(
            cluster.nodes(),
            this::store,
            "upgrade-" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX),
            text -> err.println("experiment: " + text));
  }

  /** The stored data of a node, with the administrator's login. */
  private DataStore store(Node node) {
    AdminClient client =
        admins.computeIfAbsent(node.name(), name -> AdminClient.of(node.http(), STORES));
    Credentials admin = options.target().credentials();
    return admin == null
        ? client.data()
        : client.withToken(client.login(admin.username(), admin.password())).data();
  }

  /** Makes a run without faults, judged like any load run. */
  Session.Outcome steadyRun(int instances, Path folder) {
    return run(
        options.settings(instances),
        registry -> Scenario.NONE,
        folder,
        run -> Judge.standard().judged(run, criteria));
  }

  private Session.Outcome run(
      RunSettings asked,
      Function<OpenTarget, Scenario> scenario,
      Path folder,
      UnaryOperator<RunRecord> judge) {
    runs++;
    return session.run(
        // On a new registry the same seed would only repeat the result.
        session.registry().isNewForEachRun() ? asked.withSeed(asked.seed() + runs) : asked,
        criteria,
        scenario,
        folder,
        run -> {
          RunRecord judged = judge.apply(run);
          Summary.print(judged, folder, out);
          return judged;
        });
  }

  private FaultJournal journal() {
    LocalClusters here = LocalClusters.here(err::println);
    if (hooks != null) {
      return FaultJournal.ofHooks(
          here.hooks(), InstantSource.system(), this::healCommand, Path.of("").toAbsolutePath());
    }
    return kind().equals(Target.LOCAL)
        ? FaultJournal.in(here.faults(), InstantSource.system())
        : FaultJournal.NONE;
  }

  private String healCommand(String name, String fault) {
    return given.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .map(node -> hooks.healCommand(FaultKind.of(fault), node))
        .orElse(null);
  }

  /** Refuses a registry that this project did not start and that serves other clients. */
  void requireExclusive() {
    if (given != null) {
      session.requireExclusive();
    }
  }

  /** One of {@link Target}'s. */
  String kind() {
    return registry().kind();
  }

  /** The registry under test. */
  Target registry() {
    return session.registry().description();
  }

  /**
   * Counts a run of an interrupted study, so that the random choices of the next one continue after
   * it.
   */
  void countSkippedRun() {
    runs++;
  }

  /** Why no further trial should begin, as the end of a sentence; empty while one may. */
  Optional<String> whyOver() {
    return session.whyOver();
  }

  /** Makes the live page show the folder of a study after its last trial. */
  void show(Path study) {
    session.show(study);
  }

  /**
   * Waits until every node is ready for the next trial; on a model each trial has new nodes.
   *
   * @return whether all nodes are ready; if not, the problem has been reported
   */
  boolean awaitReady() {
    try {
      if (given != null) {
        given.awaitAll(session.stop());
      } else if (!session.registry().isNewForEachRun()) {
        session.startNodes();
      }
      return true;
    } catch (ClusterException e) {
      err.println(e.getMessage());
      return false;
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
