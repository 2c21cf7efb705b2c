package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.chaos.trial.Trial;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.DataStore;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.reports.summary.Summary;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.session.RunPurpose;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the trials of an experiment, and runs without faults, on one target, which it owns. */
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
  private final TrialTarget target;
  private final Session session;
  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, AdminClient> admins = new HashMap<>();

  /** Number of runs so far, including the current one. */
  private int runs;

  /**
   * Opens the target of the options for trials.
   *
   * @param instances of the largest fleet
   * @see TrialTarget#open
   */
  Trials(
      ExperimentSpec spec,
      TrialOptions trialOptions,
      int instances,
      PrintStream out,
      PrintStream err) {
    this.options = trialOptions.run();
    // Before a cluster is started.
    this.criteria = options.criteria();
    this.spec = spec.withCriteria(criteria);
    this.target = TrialTarget.open(spec, options, trialOptions.hooks().hooks(err), instances, err);
    this.session = target.session();
    this.out = out;
    this.err = err;
  }

  /** The longer of what a trial may take and of what the waves of the fleet take. */
  private Duration longest(Workload settings) {
    int nodes = session.registry().nodes().size();
    Duration patience = target.hooks().map(Hooks::longest).orElse(Duration.ZERO);
    Duration trial = Trial.longest(spec, nodes, patience).plus(MARGIN);
    Duration waves = new LoadFigures(settings).wavesNeed();
    return trial.compareTo(waves) > 0 ? trial : waves;
  }

  /** How long the run of a trial takes by the registry's clock. */
  RunTime trialTime(int instances) {
    Workload settings = options.settings(instances);
    Duration usual = Trial.usual(spec, session.registry().nodes().size());
    return new RunTime(
        session.time(lasting(usual, settings)).about(),
        session.time(lasting(longest(settings), settings)).atMost());
  }

  /** How long a run without faults takes by the registry's clock. */
  RunTime steadyTime(int instances) {
    return session.time(options.settings(instances));
  }

  /** Says how long runs will take, the first of which has so many instances. */
  void announce(RunTime time, int instances) {
    session.announce(time, options.settings(instances));
  }

  private static Workload lasting(Duration window, Workload settings) {
    return settings.withTiming(settings.timing().withDuration(window));
  }

  /** Makes and judges the run of a trial. */
  Session.Outcome trial(int instances, Path folder, int number, int of) {
    Workload settings = options.settings(instances);
    long seed = nextSeed(settings);
    TrialPurpose purpose = new TrialPurpose(folder, seed, number, of);
    return run(lasting(longest(settings), settings), seed, folder, purpose);
  }

  /** One trial, with the choices that its seed makes. */
  private final class TrialPurpose implements RunPurpose {

    private final Path folder;
    private final long seed;
    private final int number;
    private final int of;
    private Optional<Trial> trial = Optional.empty();

    private TrialPurpose(Path folder, long seed, int number, int of) {
      this.folder = folder;
      this.seed = seed;
      this.number = number;
      this.of = of;
    }

    @Override
    public Scenario scenario(OpenTarget registry) {
      Trial made = target.trial(spec, registry, Trials.this::store, seed, options.language(), err);
      trial = Optional.of(made);
      return made;
    }

    @Override
    public RunRecord judged(RunRecord run) {
      Optional<Message> remark = target.hooks().map(Hooks::remark);
      List<Message> notes = new ArrayList<>(run.notes());
      notes.addAll(TrialCaveats.of(spec, session.registry().nodes().size(), remark.isPresent()));
      remark.ifPresent(notes::add);
      Optional.ofNullable(run.registry()).flatMap(TrialCaveats::leftBehind).ifPresent(notes::add);
      RunRecord tried =
          run.with().notes(notes).experiment(trial.orElseThrow().experiment(number, of)).build();
      return printed(Judge.experiment().judged(tried, criteria), folder);
    }
  }

  /** The stored data of a node, with the administrator's login. */
  private DataStore store(Node node) {
    AdminClient client =
        admins.computeIfAbsent(node.name(), name -> AdminClient.of(node.http(), STORES));
    return options
        .target()
        .credentials()
        .map(admin -> client.withToken(client.login(admin.username(), admin.password())))
        .orElse(client)
        .data();
  }

  /** Makes a run without faults, judged like any load run. */
  Session.Outcome steadyRun(int instances, Path folder) {
    Workload settings = options.settings(instances);
    return run(
        settings,
        nextSeed(settings),
        folder,
        run -> printed(Judge.standard().judged(run, criteria), folder));
  }

  private long nextSeed(Workload settings) {
    runs++;
    return settings.seed() + runs;
  }

  private Session.Outcome run(Workload settings, long seed, Path folder, RunPurpose purpose) {
    // On a new registry the same seed would only repeat the result.
    boolean repeats = session.registry().isNewForEachRun();
    return session.run(repeats ? settings.withSeed(seed) : settings, criteria, folder, purpose);
  }

  private RunRecord printed(RunRecord judged, Path folder) {
    Summary.print(judged, folder, options.language(), out);
    return judged;
  }

  Session session() {
    return session;
  }

  /**
   * Counts a run of an interrupted study, so that the random choices of the next one continue after
   * it.
   */
  void countSkippedRun() {
    runs++;
  }

  /**
   * Waits until every node is ready for the next trial; on a model each trial has new nodes.
   *
   * @return whether all nodes are ready; if not, the problem has been reported
   */
  boolean awaitReady() {
    try {
      target.awaitReady();
      return true;
    } catch (ClusterException e) {
      err.println(e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    target.close();
  }
}
