package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.simulator.capacity.Bounds;
import dev.nacoscapacity.simulator.capacity.Measurer;
import dev.nacoscapacity.simulator.capacity.Outlook;
import dev.nacoscapacity.simulator.capacity.Stage;
import dev.nacoscapacity.simulator.capacity.Trial;
import dev.nacoscapacity.simulator.live.MetricsEndpoint;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.Interrupts;
import dev.nacoscapacity.simulator.session.Room;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.session.Settling;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** One size, tried by a whole run against the study's registry. */
final class CapacityTrial implements Measurer {

  /** The study has warmed the registry; this is for what the ramp set in motion. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private static final Duration SHORT_WARM_UP = Duration.ofSeconds(10);

  /** Expiry acts after 15 s and is checked every 5 s: the worst failures show. */
  private static final Duration SHORT = Duration.ofSeconds(30);

  private static final String MEND = "mend the cluster with bin/nacos-cluster heal, then go on";

  private final WorkloadOptions workload;
  private final TargetOptions target;
  private final Criteria criteria;
  private final OpenTarget registry;
  private final MetricsEndpoint endpoint;
  private final Path study;
  private final InstantSource clock;
  private final StopSignal stop;
  private final PrintStream err;
  private final Settling settling;

  /**
   * @param endpoint shows each run to a monitoring system; null for none
   * @param study the folder that each run gets one in
   * @param stop of the whole study
   */
  CapacityTrial(
      WorkloadOptions workload,
      TargetOptions target,
      Criteria criteria,
      OpenTarget registry,
      MetricsEndpoint endpoint,
      Path study,
      InstantSource clock,
      StopSignal stop,
      PrintStream err) {
    this.workload = workload;
    this.target = target;
    this.criteria = criteria;
    this.registry = registry;
    this.endpoint = endpoint;
    this.study = study;
    this.clock = clock;
    this.stop = stop;
    this.err = err;
    this.settling = new Settling(registry);
  }

  /**
   * The room that the largest size needs.
   *
   * @throws UsageException naming what is short for the largest size
   */
  static Room room(
      WorkloadOptions workload, TargetOptions target, Bounds bounds, InstantSource clock) {
    workload.settings(bounds.from(), WARM_UP, target.auth(), clock);
    RunSettings largest = workload.settings(bounds.to(), WARM_UP, target.auth(), clock);
    Room room = Room.forRun(largest, target.shape());
    room.shortage()
        .ifPresent(
            shortage -> {
              throw new UsageException("--to %,d: %s".formatted(bounds.to(), shortage.sentence()));
            });
    return room;
  }

  @Override
  public Optional<Trial> measure(int number, int instances, Stage stage) {
    if (stage != Stage.DESCENT && !settled()) {
      return Optional.empty();
    }
    String name = "%02d-%d-%s".formatted(number, instances, stage.word());
    // An interrupted trial's folder stays as it is.
    Path folder = RunFolder.unused(study.resolve(name));
    RunSettings settings = settings(instances, stage);
    Criteria bounds = stage.isShort() ? forShort(criteria, settings.duration()) : criteria;
    StopSignal own = new StopSignal();
    try (Interrupts interrupts = Interrupts.stopOnSignal(own, err)) {
      Session session = new Session(settings, registry, target, bounds, own, Scenario.NONE, err);
      if (endpoint != null) {
        session.alsoTell(endpoint::metrics);
      }
      session.run(folder, clock.instant(), (run, where) -> judge(run, bounds));
    }
    if (!Files.exists(folder.resolve(RunFolder.RUN_JSON))) {
      return Optional.empty();
    }
    RunRecord run = RunFolder.open(folder).run();
    if (run.interrupted()) {
      return Optional.empty();
    }
    if (run.guardStop() != null && registry.cluster().isEmpty()) {
      err.println("the search ends here, since the registry is not ours: " + run.guardStop());
      return Optional.empty();
    }
    Optional<String> down = down();
    if (down.isPresent()) {
      err.println(
          "%s, so this trial does not count: %s; if the load broke it, with a --to below %d"
              .formatted(down.get(), MEND, instances));
      return Optional.empty();
    }
    return Optional.of(Trial.of(stage, study.relativize(folder).toString(), run));
  }

  private boolean settled() {
    Optional<String> amiss = settling.await(stop);
    if (stop.request().isPresent()) {
      return false;
    }
    Optional<String> down = down();
    if (down.isPresent()) {
      err.println(down.get() + ": " + MEND);
      return false;
    }
    amiss.ifPresent(why -> err.println("the registry has not settled: " + why));
    return amiss.isEmpty();
  }

  /** Which of our nodes does not run, in words; one that only hangs will settle, or not. */
  private Optional<String> down() {
    return registry.cluster().stream()
        .flatMap(cluster -> cluster.nodes().stream())
        .filter(node -> !node.state().runs())
        .findFirst()
        .map(node -> node.name() + " is " + node.state());
  }

  private RunSettings settings(int instances, Stage stage) {
    RunSettings full = workload.settings(instances, WARM_UP, target.auth(), clock);
    return stage.isShort() ? brief(full) : full;
  }

  private static RunSettings brief(RunSettings full) {
    return full.lasting(shorter(SHORT_WARM_UP, full.warmUp()), shorter(SHORT, full.duration()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** What is too short for a full trial may pass in a short one. */
  private static Criteria forShort(Criteria full, Duration window) {
    Duration asked = Duration.ofMillis((long) (full.minWindowSeconds() * 1e3));
    return full.withMinWindow(shorter(window, asked));
  }

  /** What the search will take. */
  static String outlook(
      WorkloadOptions workload, TargetOptions target, Bounds bounds, InstantSource clock) {
    RunSettings full = workload.settings(bounds.from(), WARM_UP, target.auth(), clock);
    RunSettings brief = brief(full);
    return Outlook.of(bounds)
        .sentence(brief.warmUp().plus(brief.duration()), full.warmUp().plus(full.duration()));
  }

  private static RunRecord judge(RunRecord run, Criteria bounds) {
    return run.toBuilder().verdict(Judge.standard().judge(run, bounds)).build();
  }
}
