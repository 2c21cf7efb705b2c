package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.Faults;
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
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.session.ResourceCheck;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
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
 * Makes an experiment's trials, and runs without any fault beside them, on a cluster that may be
 * broken. It owns the session, and the proxies that faults need.
 */
final class Trials implements AutoCloseable {

  /** What ends a run that goes on although its trial is over, which would be a fault of ours. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /** For a call about what an operator stores. */
  private static final Duration STORES = Duration.ofSeconds(10);

  private final ExperimentSpec spec;
  private final RunOptions options;
  private final Criteria criteria;
  private final Session session;
  private final Proxies proxies;
  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, AdminClient> admins = new HashMap<>();

  /** How many were begun, with that under way. */
  private int runs;

  private Trials(
      ExperimentSpec spec,
      RunOptions options,
      Session session,
      Proxies proxies,
      PrintStream out,
      PrintStream err) {
    this.options = options;
    this.criteria = options.criteria().criteria();
    this.spec = spec.accepting(criteria);
    this.session = session;
    this.proxies = proxies;
    this.out = out;
    this.err = err;
  }

  /**
   * Opens the target of the options; a cluster is started if need be.
   *
   * @param instances of the largest fleet
   * @throws dev.nacoscapacity.simulator.options.UsageException when the experiment cannot be
   *     carried out on the target
   * @throws dev.nacoscapacity.simulator.preflight.machine.ShortageException when this machine lacks
   *     what the fleet needs
   */
  static Trials open(
      ExperimentSpec spec, RunOptions options, int instances, PrintStream out, PrintStream err) {
    ResourceCheck room = TargetValidator.beforeOpening(options, instances, spec);
    if (options.out() != null) {
      Recorder.requireEmpty(options.out());
    }
    Optional<VersionChange> upgrade = spec.upgrade();
    // Before a fleet is there to be disturbed by it.
    upgrade.ifPresent(versions -> LocalClusters.here(err::println).prepare(versions.to()));
    ServerVersion real = upgrade.map(VersionChange::from).orElse(options.workload().realServer());
    Session session = Session.open(options, room, real, leftBehind(options), err);
    Proxies proxies = new Proxies();
    try {
      TargetValidator.ofOpened(session.registry());
      Cluster cluster = session.registry().cluster().orElseThrow();
      List<Node> nodes = cluster.nodes();
      if (spec.byProxy() && ClientLinks.of(cluster).isEmpty()) {
        proxies = Proxies.before(nodes);
        session.seenAt(nodes.stream().map(proxies::http).toList());
      }
      return new Trials(spec, options, session, proxies, out, err);
    } catch (RuntimeException e) {
      proxies.close();
      session.close();
      throw e;
    }
  }

  /** What an end at once leaves behind; a stand-in of this process's or a model ends with it. */
  private static String leftBehind(RunOptions options) {
    return options.target().isStandIn() || options.target().isModel()
        ? ""
        : "; a node that is broken stays so: bin/nacos-cluster heal mends it";
  }

  /** A trial's run, judged. */
  Session.Outcome trial(int instances, Path folder, int number, int of) {
    RunSettings asked = options.settings(instances);
    int nodes = cluster().nodes().size();
    AtomicReference<Trial> trial = new AtomicReference<>();
    return run(
        asked.lasting(asked.timing().warmUp(), Trial.longest(spec, nodes).plus(MARGIN)),
        registry -> {
          trial.set(on(registry.cluster().orElseThrow(), asked.seed() + runs));
          return trial.get();
        },
        folder,
        run -> {
          List<String> notes = new ArrayList<>(run.notes());
          notes.addAll(Remarks.of(spec, nodes));
          Remarks.leftBehind(run.registry()).ifPresent(notes::add);
          RunRecord found =
              run.toBuilder().notes(notes).experiment(trial.get().experiment(number, of)).build();
          return Judge.experiment().judged(found, criteria);
        });
  }

  /** A trial on a cluster. */
  private Trial on(Cluster cluster, long seed) {
    return new Trial(
        spec,
        cluster.nodes(),
        Admins.of(cluster),
        new Faults(ClientLinks.of(cluster).orElse(proxies), cluster.links().orElse(null)),
        journal(),
        stored(cluster),
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

  /** As the administrator of the node. */
  private DataStore store(Node node) {
    AdminClient client =
        admins.computeIfAbsent(node.name(), name -> AdminClient.of(node.http(), STORES));
    Credentials admin = options.target().credentials();
    return admin == null
        ? client.data()
        : client.withToken(client.login(admin.username(), admin.password())).data();
  }

  /** A run without any fault, judged as one. */
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
        // On a new registry the same seed would only say the same again.
        session.registry().isNewForEachRun() ? asked.seeded(asked.seed() + runs) : asked,
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
    return kind().equals(Target.LOCAL)
        ? FaultJournal.in(LocalClusters.here(err::println).faults(), InstantSource.system())
        : FaultJournal.NONE;
  }

  private Cluster cluster() {
    return session.registry().cluster().orElseThrow();
  }

  /** One of {@link Target}'s. */
  String kind() {
    return session.registry().description().kind();
  }

  /** Whether no further trial should begin. */
  boolean interrupted() {
    return session.interrupted();
  }

  /** Lets the live page show a study's folder, after its last trial. */
  void show(Path study) {
    session.show(study);
  }

  /**
   * Waits until every node is ready again, for the next trial; a model's has nodes of its own.
   *
   * @return whether they are; when not, what is wrong was reported
   */
  boolean makeWhole() {
    try {
      if (!session.registry().isNewForEachRun()) {
        cluster().start();
      }
      return true;
    } catch (ClusterException e) {
      err.println(e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    proxies.close();
    session.close();
  }
}
