package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.observe.metrics.MetricsEndpoint;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.QuiesceWait;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.session.ShutdownSignals;
import dev.nacoscapacity.simulator.study.search.SizeTrial;
import dev.nacoscapacity.simulator.study.search.TrialRunner;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** One size, tried by a whole run against the study's registry. */
final class CapacityTrial implements TrialRunner {

  private static final String MEND = "mend the cluster with bin/nacos-cluster heal, then go on";

  /** What may be left of a trial when the next begins, as a share of the next. */
  private static final double NEGLIGIBLE = 0.01;

  /** How soon a registry is looked at again that did not let a run begin. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final TrialSettings settings;
  private final OpenTarget registry;
  private final MetricsEndpoint endpoint;
  private final Path study;
  private final StopSignal stop;
  private final PrintStream err;
  private final QuiesceWait settling;
  private int exitCode = ExitCode.INCONCLUSIVE;

  /**
   * @param endpoint shows each run to a monitoring system; null for none
   * @param study the folder that each run gets one in
   * @param stop of the whole study
   */
  CapacityTrial(
      TrialSettings settings,
      OpenTarget registry,
      MetricsEndpoint endpoint,
      Path study,
      StopSignal stop,
      PrintStream err) {
    this.settings = settings;
    this.registry = registry;
    this.endpoint = endpoint;
    this.study = study;
    this.stop = stop;
    this.err = err;
    this.settling = new QuiesceWait(registry);
  }

  @Override
  public Optional<SizeTrial> measure(int number, int instances, TrialStage stage) {
    if (stage != TrialStage.DESCENT && !settled(instances)) {
      return Optional.empty();
    }
    String name = "%02d-%d-%s".formatted(number, instances, stage.word());
    // An interrupted trial's folder stays as it is.
    Path folder = RunFolder.unused(study.resolve(name));
    Criteria bounds = settings.criteria(stage);
    if (!run(instances, stage, bounds, folder)) {
      return Optional.empty();
    }
    RunRecord run = RunFolder.open(folder).run();
    if (run.interrupted()) {
      return Optional.empty();
    }
    String stopped = run.guardStop() == null ? run.generatorStop() : run.guardStop();
    if (stopped != null && registry.cluster().isEmpty()) {
      err.println("the search ends here, since the registry is not ours: " + stopped);
      return Optional.empty();
    }
    Optional<String> down = down();
    if (down.isPresent()) {
      err.println(
          "%s, so this trial does not count: %s; if the load broke it, with a --to below %d"
              .formatted(down.get(), MEND, instances));
      return Optional.empty();
    }
    return Optional.of(SizeTrial.of(stage, study.relativize(folder).toString(), run));
  }

  /**
   * Runs; right after an overload, as soon as the registry lets a run begin.
   *
   * @return whether there is a record
   */
  private boolean run(int instances, TrialStage stage, Criteria bounds, Path folder) {
    long deadline = System.nanoTime() + QuiesceWait.PATIENCE.toNanos();
    boolean undisturbed = runOnce(instances, stage, bounds, folder);
    while (!recorded(folder)
        && undisturbed
        && stage == TrialStage.DESCENT
        && exitCode != ExitCode.USAGE
        && System.nanoTime() - deadline < 0) {
      stop.awaitUntil(System.nanoTime() + AGAIN.toNanos());
      undisturbed = stop.request().isEmpty() && runOnce(instances, stage, bounds, folder);
    }
    return recorded(folder);
  }

  private static boolean recorded(Path folder) {
    return Files.exists(folder.resolve(RunFolder.RUN_JSON));
  }

  /** Whether nobody stopped it. */
  private boolean runOnce(int instances, TrialStage stage, Criteria bounds, Path folder) {
    StopSignal own = new StopSignal();
    try (ShutdownSignals interrupts = ShutdownSignals.stopOnSignal(own, err)) {
      Session session =
          new Session(
              settings.of(instances, stage),
              registry,
              settings.target(),
              bounds,
              own,
              Scenario.NONE,
              err);
      if (!settings.amongOthers()) {
        session.requireAlone();
      }
      if (endpoint != null) {
        session.alsoTell(endpoint::metrics);
      }
      exitCode = session.run(folder, settings.clock().instant(), (run, at) -> judge(run, bounds));
    }
    return own.request().isEmpty();
  }

  /** Why there is no answer: of the last run, as it would have ended a command of its own. */
  int exitCode() {
    return exitCode == ExitCode.USAGE ? exitCode : ExitCode.INCONCLUSIVE;
  }

  /** Whether nothing is left of the trial before, or so little that the next does not feel it. */
  private boolean settled(int next) {
    Optional<String> amiss = settling.await(stop);
    if (stop.request().isPresent()) {
      return false;
    }
    Optional<String> down = down();
    if (down.isPresent()) {
      err.println(down.get() + ": " + MEND);
      return false;
    }
    if (amiss.isEmpty()) {
      return true;
    }
    boolean negligible = settling.leftover().orElse(Integer.MAX_VALUE) <= NEGLIGIBLE * next;
    err.println(
        (negligible ? "going on, though the registry has not" : "the registry has not")
            + " settled: "
            + amiss.get());
    return negligible;
  }

  /** Which of our nodes does not run, in words; one that only hangs will settle, or not. */
  private Optional<String> down() {
    return registry
        .cluster()
        .flatMap(Cluster::down)
        .map(node -> node.name() + " is " + node.state());
  }

  private static RunRecord judge(RunRecord run, Criteria bounds) {
    return run.toBuilder().verdict(Judge.standard().judge(run, bounds)).build();
  }
}
