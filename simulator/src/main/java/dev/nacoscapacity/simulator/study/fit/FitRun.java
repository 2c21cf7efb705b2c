package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.plan.Plan;
import dev.nacoscapacity.simulator.study.plan.PlanOptions;
import dev.nacoscapacity.simulator.study.plan.PlanRow;
import dev.nacoscapacity.simulator.study.plan.PlanRun;
import dev.nacoscapacity.simulator.study.plan.PlanTrial;
import dev.nacoscapacity.simulator.study.predict.Assumptions;
import dev.nacoscapacity.simulator.study.predict.PredictedRun;
import dev.nacoscapacity.simulator.study.predict.UnpredictableException;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Fits the costs of a version's nodes: the rows of a plan are run on real clusters, and then on
 * models, which count the work; the costs follow by least squares.
 */
public final class FitRun {

  /** The kind in {@code study.json}. */
  public static final String KIND = "fit";

  private static final String QUESTION = "What does a node's work cost?";

  /**
   * The CPU time of JIT compilers is subtracted. If their share is larger than this, much of the
   * remaining work ran in code that was not compiled yet.
   */
  private static final double COLD = 0.25;

  /**
   * Nodes that answered a smaller share of the model's calls did not do the work that the model
   * counted.
   */
  private static final double LEAST_ANSWERED = 0.9;

  /**
   * The amount of work after idle moments depends on the costs, so models count in several passes.
   */
  private static final int PASSES = 2;

  private final PlanRun rows;
  private final ModelRuns models;
  private final PrintStream stdout;
  private final PrintStream stderr;

  /**
   * @param rows makes the runs on real clusters; with {@link FullCollections} these runs also
   *     measure the live memory of the nodes
   * @param models makes the runs on models
   */
  public FitRun(PlanRun rows, ModelRuns models, PrintStream stdout, PrintStream stderr) {
    this.rows = rows;
    this.models = models;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Fits the costs, or only prints the plan in a dry run.
   *
   * @param of version of local clusters; empty for the plan's
   * @param auth whether the fleet logs in to a cluster that is not reconfigured
   * @param assumptions about that cluster
   * @param seed of the rows' order
   * @throws UsageException when the options or the plan are invalid
   */
  public int run(
      PlanOptions options,
      Optional<ServerVersion> of,
      boolean auth,
      Assumptions assumptions,
      long seed) {
    String target = options.target();
    if (Targets.isModel(target) || target.equals(Targets.EMBEDDED)) {
      throw new UsageException(
          "--target", "is local or HOST:PORT[,HOST:PORT…] of real nodes, not '" + target + "'");
    }
    Plan read = rows.read(options);
    UsageException.unless(
        of.isEmpty() || read.rows().stream().noneMatch(FitRun::setsTomcat),
        "--nacos-version",
        "does not rename the plan's server.tomcat settings: write the version in the plan");
    Plan whole = of.map(read::withVersion).orElse(read);
    // Before they are shuffled: a row's number is the one in the file.
    rows.check(whole);
    requireModelled(whole.rows().stream().map(row -> row.cluster().version().toString()));
    requireWhole(whole);
    Plan plan = (target.equals(Targets.LOCAL) ? whole : whole.onOneCluster(auth)).shuffled(seed);
    UsageException.unless(
        !plan.rows().isEmpty(),
        "--auth",
        "asks for the plan's rows with auth " + (auth ? "on" : "off") + ", and it has none");
    rows.requireRunnable(plan, target);
    if (options.dryRun()) {
      rows.show(plan, target, target.equals(Targets.LOCAL));
      return ExitCode.OK;
    }
    Path out = options.folder();
    StudyFolder<FitTrial> study = open(out, options, auth, seed);
    StudyFolder<PlanTrial> runs = rows.open(plan, options, out.resolve("measured"));
    study.write();
    if (!target.equals(Targets.LOCAL)) {
      stderr.println(
          "these nodes may not say whether they still compile: put load on them before a fit");
    }
    if (!rows.rows(plan, target, runs)) {
      return rows.toBeContinued(out);
    }
    String version = requireModelled(runs.trials().stream().map(PlanTrial::version));
    Costs before = CostFile.read("nacos-" + version, Path.of(""));
    Path file = out.resolve("costs-" + version + ".yaml");
    Optional<List<PhaseSample>> counted = samples(runs, assumptions, out);
    for (int pass = 1; pass < PASSES && counted.isPresent(); pass++) {
      List<PhaseSample> samples = usable(counted.get());
      if (!samples.isEmpty()) {
        write(file, samples, fit(samples, before, study));
        counted = samples(runs, assumptions.withCosts(file.toString()), out);
      }
    }
    if (counted.isEmpty()) {
      return rows.toBeContinued(out);
    }
    List<PhaseSample> samples = usable(counted.get());
    counted.get().forEach(sample -> leftOut(sample).ifPresent(stderr::println));
    if (samples.isEmpty()) {
      stderr.println("no run is left to fit anything with");
      return ExitCode.INCONCLUSIVE;
    }
    Fit fit = fit(samples, before, study);
    write(file, samples, fit);
    show(study, samples, fit, file);
    return ExitCode.OK;
  }

  private static StudyFolder<FitTrial> open(
      Path out, PlanOptions options, boolean auth, long seed) {
    Map<String, String> studyOptions =
        Map.of(
            "plan", options.name(),
            "scale", Double.toString(options.scale().factor()),
            "target", options.target(),
            "auth", Boolean.toString(auth),
            "seed", Long.toString(seed));
    StudyFolder<FitTrial> study =
        StudyFolder.open(out, KIND, QUESTION, studyOptions, FitTrial.class);
    // They are fitted anew.
    study.restart();
    return study;
  }

  /** The one version of all nodes. */
  private static String requireModelled(Stream<String> versions) {
    List<String> distinct = versions.distinct().toList();
    if (distinct.size() != 1 || !CostFile.SHIPPED.contains("nacos-" + distinct.get(0))) {
      throw new UsageException(
          "a fit is of one version that a model knows, not of " + String.join(" and ", distinct));
    }
    return distinct.get(0);
  }

  /** Whether the row has settings whose names differ between versions. */
  private static boolean setsTomcat(PlanRow row) {
    return row.cluster().settings().keySet().stream()
        .anyMatch(setting -> setting.startsWith("server.tomcat."));
  }

  private static void requireWhole(Plan plan) {
    if (plan.rows().stream().anyMatch(PlanRow::breaksNodes)) {
      throw new UsageException("a fit breaks no nodes: leave 'chaos' out of its plan");
    }
  }

  /** The samples of all runs; empty when interrupted. */
  private Optional<List<PhaseSample>> samples(
      StudyFolder<PlanTrial> runs, Assumptions assumptions, Path out) {
    List<PhaseSample> samples = new ArrayList<>();
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = stop.onSignal(stderr, "")) {
      for (PlanTrial trial : runs.trials()) {
        samples.addAll(samples(runs.path().resolve(trial.result().run()), assumptions, out));
        if (stop.request().isPresent()) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(samples);
  }

  private List<PhaseSample> samples(Path run, Assumptions assumptions, Path out) {
    try {
      PredictedRun measured = PredictedRun.of(run, assumptions);
      Path folder = RunFolder.unused(out.resolve("model").resolve(run.getFileName()));
      Optional<RunFolder> modelled = measured.model(models, folder);
      if (modelled.isPresent()) {
        return PhaseSample.of(measured.folder(), measured.speed(), modelled.get().run());
      }
    } catch (UnpredictableException e) {
      stderr.println("left out: " + run + ", as " + e.getMessage());
    }
    return List.of();
  }

  private static List<PhaseSample> usable(List<PhaseSample> samples) {
    return samples.stream().filter(sample -> leftOut(sample).isEmpty()).toList();
  }

  /** Why a sample is not usable; empty when it is. */
  private static Optional<String> leftOut(PhaseSample sample) {
    boolean cold = sample.jitShare() > COLD;
    if (!cold && sample.answered() >= LEAST_ANSWERED) {
      return Optional.empty();
    }
    return Optional.of(
        "left out: %s, as %s"
            .formatted(
                sample.name(),
                cold
                    ? NumberText.of("compilers took %.0f %% of its CPU", 100 * sample.jitShare())
                    : NumberText.of(
                        "its nodes answered %.0f %% of what a model's do",
                        100 * sample.answered())));
  }

  private static Fit fit(List<PhaseSample> samples, Costs before, StudyFolder<FitTrial> study) {
    return Fit.of(
        samples,
        before.learntFrom(reach(samples)),
        "bin/simulator fit, " + study.study().startedAt().truncatedTo(ChronoUnit.SECONDS));
  }

  private void show(StudyFolder<FitTrial> study, List<PhaseSample> samples, Fit fit, Path file) {
    for (PhaseSample sample : samples) {
      FitTrial trial = FitTrial.of(study.path(), sample, fit);
      study.add(trial.run(), trial);
    }
    study.end(
        Optional.empty(), "Costs of %s: %s".formatted(fit.costs().version(), file.getFileName()));
    Table.whole(study.trials(), FitTrial.FIELDS).lines().forEach(stdout::println);
    stdout.println();
    costs(fit).lines().forEach(stdout::println);
    fit.open().forEach(stdout::println);
    stdout.println("Costs: " + file);
  }

  private static Costs.Extent reach(List<PhaseSample> samples) {
    List<RunRecord> runs = samples.stream().map(sample -> sample.run().run()).toList();
    return new Costs.Extent(
        most(runs, run -> run.target().nodes().size()),
        most(runs, FitRun::cores),
        most(runs, run -> run.workload().instances()),
        most(runs, run -> run.workload().instances() / run.workload().services()));
  }

  private static int cores(RunRecord run) {
    return run.servers().values().stream()
        .map(Server::cores)
        .filter(Objects::nonNull)
        .mapToInt(Number::intValue)
        .max()
        .orElse(run.machine().cores());
  }

  private static int most(List<RunRecord> runs, ToIntFunction<RunRecord> of) {
    return runs.stream().mapToInt(of).max().orElseThrow();
  }

  private static List<String> head(Fit fit, List<PhaseSample> samples) {
    RunRecord run = samples.get(0).run().run();
    return List.of(
        "What calls, background work and memory cost a node of Nacos %s, in CPU time of one core of the"
                .formatted(fit.costs().version())
            + " machine whose speed is 1.",
        "Made by bin/simulator fit on %s, from %d phases of runs on %d cores, %s."
            .formatted(
                LocalDate.ofInstant(run.startedAt(), ZoneOffset.UTC),
                samples.size(),
                run.machine().cores(),
                run.machine().java()),
        "status: fitted, measured, derived (worked out as \"from\" says) or assumed (nobody has"
            + " measured it).");
  }

  private static Table costs(Fit fit) {
    Table table = Table.of("cost", "value", "from", "to", "by");
    Stream.of(fit.work(), fit.heap())
        .flatMap(List::stream)
        .forEach(
            estimate ->
                table.row(
                    estimate.names(),
                    NumberText.of("%.4g", estimate.value()),
                    NumberText.of("%.4g", estimate.low()),
                    NumberText.of("%.4g", estimate.high()),
                    String.join(", ", estimate.determinedBy())));
    return table;
  }

  private static void write(Path file, List<PhaseSample> samples, Fit fit) {
    try {
      Files.writeString(file, CostFile.text(fit.costs(), head(fit, samples)));
    } catch (IOException e) {
      throw new RecordException("cannot write " + file, e);
    }
  }
}
