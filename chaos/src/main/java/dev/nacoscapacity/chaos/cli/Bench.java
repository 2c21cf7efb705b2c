package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.chaos.fault.Proxies;
import dev.nacoscapacity.chaos.trial.Notes;
import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.chaos.trial.Victims;
import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.cluster.process.LocalClusters;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.live.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.servers.WatchedNode;
import dev.nacoscapacity.simulator.session.Interrupts;
import dev.nacoscapacity.simulator.session.Room;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * An open cluster that may be broken, with what is needed to run fleets on it one after the other.
 */
final class Bench implements AutoCloseable {

  /** What ends a run that goes on although its trial is over, which would be a fault of ours. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final TrialOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final InstantSource clock = InstantSource.system();
  private final StopSignal stop;
  private final MetricsEndpoint metrics;
  private final Interrupts interrupts;
  private final OpenTarget target;
  private final Proxies proxies;

  /** What a reader of each trial must know. */
  private final List<String> remarks = new ArrayList<>();

  private Bench(
      TrialOptions options,
      boolean byProxy,
      MetricsEndpoint metrics,
      Interrupts interrupts,
      OpenTarget target,
      StopSignal stop,
      PrintStream out,
      PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
    this.metrics = metrics;
    this.stop = stop;
    this.interrupts = interrupts;
    this.target = target;
    this.proxies = byProxy ? Proxies.before(cluster().nodes()) : new Proxies();
  }

  /**
   * Opens the target of the options; a cluster is started if need be.
   *
   * @param instances of the largest fleet
   * @param byProxy whether clients go through proxies
   * @throws UsageException when the target is none that may be broken
   */
  static Bench open(
      TrialOptions options, int instances, boolean byProxy, PrintStream out, PrintStream err) {
    options.target.requireConsistent();
    Targets.Shape shape = options.target.shape();
    if (!options.target.isOurs()) {
      throw new UsageException(
          "nodes of a registry that this project did not start can only be observed from here: break"
              + " one yourself while bin/simulator --target … --duration 5m runs, or use"
              + " --target local");
    }
    RunSettings settings = options.settings(instances);
    Room room = Room.forRun(settings, shape);
    if (room.shortage().isPresent()) {
      throw new ShortageException(room.shortage().get().sentence());
    }
    if (options.out != null) {
      Recorder.requireEmpty(options.out);
    }
    if (options.target.isStandIn()) {
      err.println("The target is a stand-in: this trial proves the tool, and nothing about Nacos.");
    }
    StopSignal stop = new StopSignal();
    MetricsEndpoint metrics = options.metrics.open(err::println);
    Interrupts interrupts = Interrupts.stopOnSignal(stop, err);
    OpenTarget opened = null;
    try {
      opened =
          interrupts.whileOpening(
              () ->
                  options.target.open(
                      room.standInApart(), options.workload.realServer(), err::println));
      requireBreakable(opened);
      return new Bench(options, byProxy, metrics, interrupts, opened, stop, out, err);
    } catch (RuntimeException e) {
      interrupts.close();
      if (opened != null) {
        opened.close();
      }
      if (metrics != null) {
        metrics.close();
      }
      throw e;
    }
  }

  private static void requireBreakable(OpenTarget opened) {
    boolean oneProcess =
        opened.description().kind().equals(Target.LOCAL)
            && opened.cluster().orElseThrow().spec().version() == ServerVersion.EMBEDDED;
    if (oneProcess) {
      throw new UsageException(
          "the local cluster is a stand-in whose nodes share one process, so none can be broken"
              + " alone: use --target embedded, or a cluster of a real version");
    }
  }

  /** Finds out whether a plan can be carried out here. */
  void requirePossible(Plan plan) {
    List<String> names = cluster().nodes().stream().map(Node::name).toList();
    for (Step step : plan.method()) {
      try {
        Victims.requirePossible(step, names);
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
      if (2 * (names.size() - step.nodes()) <= names.size()) {
        remarks.add(
            "%d of %d nodes at once is the loss of the quorum: no raft leader until enough are back"
                .formatted(step.nodes(), names.size()));
      }
    }
  }

  Cluster cluster() {
    return target.cluster().orElseThrow();
  }

  String kind() {
    return target.description().kind();
  }

  boolean interrupted() {
    return stop.request().isPresent();
  }

  /** A trial's run, judged; nothing when it could not begin, which was said. */
  Optional<RunRecord> trial(Plan plan, RunSettings asked, Path folder, int number, int of) {
    List<Node> nodes = cluster().nodes();
    Trial trial =
        new Trial(
            plan,
            nodes,
            new Faults(proxies),
            notes(),
            new Random(asked.seed() + number),
            text -> err.println("experiment: " + text));
    RunSettings settings =
        asked.lasting(asked.warmUp(), Trial.longest(plan, nodes.size()).plus(MARGIN));
    return run(
        settings,
        folder,
        trial,
        run -> {
          List<String> told = new ArrayList<>(run.notes());
          told.addAll(remarks);
          RunRecord found =
              run.toBuilder().notes(told).experiment(trial.experiment(number, of)).build();
          return found.toBuilder().verdict(Judge.experiment().judge(found, criteria())).build();
        });
  }

  /** A run without any fault, judged as one. */
  Optional<RunRecord> steadyRun(RunSettings settings, Path folder) {
    return run(
        settings,
        folder,
        Scenario.NONE,
        run -> run.toBuilder().verdict(Judge.standard().judge(run, criteria())).build());
  }

  private interface Verdict {
    RunRecord of(RunRecord run);
  }

  private Optional<RunRecord> run(
      RunSettings settings, Path folder, Scenario scenario, Verdict verdict) {
    RunRecord[] judged = new RunRecord[1];
    Session session =
        new Session(settings, seenByClients(), options.target, criteria(), stop, scenario, err);
    if (metrics != null) {
      session.alsoTell(metrics::metrics);
    }
    session.run(
        folder,
        clock.instant(),
        (run, where) -> {
          judged[0] = verdict.of(run);
          Summary.print(judged[0], where, out);
          return judged[0];
        });
    return Optional.ofNullable(judged[0]);
  }

  private Criteria criteria() {
    return options.criteria.criteria();
  }

  /** The target with its proxies in place of its nodes. */
  private OpenTarget seenByClients() {
    if (proxies.isEmpty()) {
      return target;
    }
    List<WatchedNode> nodes =
        cluster().nodes().stream()
            .map(node -> new WatchedNode(node.name(), proxies.http(node), node::pid))
            .toList();
    return new OpenTarget(target.description(), nodes, target.cluster(), false);
  }

  private Notes notes() {
    if (!kind().equals(Target.LOCAL)) {
      return Notes.NONE;
    }
    FaultNotes file = LocalClusters.here(err::println).faults();
    return new Notes() {
      @Override
      public void breaking(String node, String fault) {
        file.add(new FaultNotes.Note(node, fault, clock.instant().toString()));
      }

      @Override
      public void mended(String node) {
        file.remove(node);
      }
    };
  }

  /** Waits until every node is ready again, for the next trial. */
  void makeWhole() {
    cluster().start();
  }

  @Override
  public void close() {
    proxies.close();
    target.close();
    interrupts.close();
    if (metrics != null) {
      metrics.close();
    }
  }
}
