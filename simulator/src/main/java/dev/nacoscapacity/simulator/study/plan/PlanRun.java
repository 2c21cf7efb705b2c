package dev.nacoscapacity.simulator.study.plan;

import static dev.nacoscapacity.core.text.Arguments.with;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelOverrides;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.yaml.Section;
import dev.nacoscapacity.core.yaml.YamlException;
import dev.nacoscapacity.reports.outcome.Outcomes;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.target.Targets;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs a plan, from its file and the options to the exit code. */
public final class PlanRun {

  /** Enough to tell plans apart, and short enough to read on a page. */
  private static final int FINGERPRINT_BYTES = 6;

  private final PlanReader reader;
  private final RowCommand command;
  private final PrintStream stdout;
  private final PrintStream stderr;
  private final StopSignal stop = new StopSignal();

  /** The exit code of a plan that ends with the last row's run. */
  private int noRun = ExitCode.INCONCLUSIVE;

  /**
   * @param reader for plans
   * @param command makes the runs
   */
  public PlanRun(PlanReader reader, RowCommand command, PrintStream stdout, PrintStream stderr) {
    this.reader = reader;
    this.command = command;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Runs the plan's remaining rows, or only prints them in a dry run.
   *
   * @throws UsageException when the options or the plan are invalid
   */
  public int run(PlanOptions options) {
    Plan plan = read(options);
    String target = options.target();
    requireRunnable(plan, target);
    if (options.dryRun()) {
      show(plan, target);
      announce(plan.rows(), target, options.language(), stdout);
      return ExitCode.OK;
    }
    StudyFolder<PlanTrial> folder = open(plan, options, options.folder());
    announce(PlanStudy.left(plan, folder.trials()), target, folder.language(), stderr);
    Path path = folder.path();
    PrintStream summaries = options.result().summaries(stdout);
    boolean whole = false;
    try {
      whole = rows(plan, target, folder);
    } catch (UsageException e) {
      noRun = ExitCode.USAGE;
      throw e;
    } finally {
      if (Study.isIn(path)) {
        print(folder, Targets.isModel(target), summaries);
        options.result().print(path, stdout);
      }
      if (!whole) {
        toBeContinued(folder);
      }
    }
    if (!whole || noRun == ExitCode.INTERNAL) {
      return noRun;
    }
    Status status = Outcomes.of(path).status();
    summaries.println(
        options
            .language()
            .say("summary.verdict", with("status", status.word()).and("code", status.exitCode())));
    return status.exitCode();
  }

  /** Says how an unfinished study goes on, unless its next run would be refused, too. */
  private void toBeContinued(StudyFolder<PlanTrial> study) {
    if (noRun != ExitCode.USAGE) {
      stderr.println(study.language().say("study.goOn", with("folder", study.path().toString())));
    }
  }

  /**
   * Reads a plan with the requested scale.
   *
   * @throws UsageException when the plan is invalid
   */
  private Plan read(PlanOptions options) {
    Path source = options.source();
    try {
      return reader.read(source.toString(), Files.readString(source)).scaled(options.scale());
    } catch (IOException e) {
      throw new UsageException(Section.unreadable(source, e).getMessage());
    }
  }

  /**
   * Checks the command lines of all rows.
   *
   * @throws UsageException when a row's run would be refused
   */
  private void requireRunnable(Plan plan, String target) {
    reader.check(plan);
    for (PlanRow row : plan.rows()) {
      boolean warmed = target.equals(Targets.LOCAL);
      command.check(warmed ? row.onWarmCluster() : row, target);
      if (Targets.isModel(target)) {
        model(target, row);
      }
      if (warmed) {
        command.check(row.toWarm(), target);
      }
    }
  }

  /** Says how long rows take; of models nobody knows. */
  private static void announce(
      List<PlanRow> rows, String target, Language language, PrintStream to) {
    if (target.equals(Targets.LOCAL) && !rows.isEmpty()) {
      to.println(language.say("time.plan", with("time", PlanTime.of(rows).words(language))));
    }
  }

  /** Says what would be run. */
  private void show(Plan plan, String target) {
    for (PlanRow row : plan.rows()) {
      stdout.println(
          "%s: %s: %s".formatted(row.round(), row.setting(), RowCommand.sentence(row, target)));
    }
  }

  /**
   * The folder of a plan's study, new or with completed rows.
   *
   * @throws UsageException when the folder holds another study
   */
  private StudyFolder<PlanTrial> open(Plan plan, PlanOptions options, Path path) {
    Map<String, String> studyOptions = new LinkedHashMap<>();
    studyOptions.put("plan", options.name());
    studyOptions.put("scale", Double.toString(options.scale().factor()));
    studyOptions.put("rows", fingerprint(plan));
    String profiles = profiles(plan);
    if (!profiles.isEmpty()) {
      studyOptions.put("profiles", profiles);
    }
    if (!options.target().equals(Targets.LOCAL)) {
      studyOptions.put("target", options.target());
    }
    if (Targets.isModel(options.target())) {
      studyOptions.put("model", model(options.target()));
    }
    return StudyFolder.open(
        path, PlanStudy.KIND, plan.question(), studyOptions, PlanTrial.class, options.language());
  }

  /**
   * Runs the remaining rows.
   *
   * @param target {@code local} for clusters with the settings of the rows, or a model that takes
   *     their settings
   * @return whether all rows are done
   */
  private boolean rows(Plan plan, String target, StudyFolder<PlanTrial> folder) {
    Language language = folder.language();
    String leftBehind = target.equals(Targets.LOCAL) ? language.say(Targets.LEFT_BEHIND) : "";
    try (ShutdownSignals signals = stop.onSignal(stderr, language, leftBehind)) {
      return new PlanStudy(
              plan,
              folder,
              (number, row, name) -> trial(number, row, name, target, folder),
              target.equals(Targets.LOCAL)
                  ? Optional.of(Clusters.local(signals, stderr::println))
                  : Optional.empty(),
              stderr::println,
              // A row that was refused as wrong usage would be again, and a fault of ours stays.
              () ->
                  stop.request().isPresent()
                      || noRun == ExitCode.USAGE
                      || noRun == ExitCode.INTERNAL)
          .run();
    }
  }

  private Optional<PlanTrial> trial(
      int number, PlanRow row, String name, String rowTarget, StudyFolder<PlanTrial> folder) {
    Path path = folder.next(name);
    Optional<ModelSpec> model =
        Targets.isModel(rowTarget) ? Optional.of(model(rowTarget, row)) : Optional.empty();
    // The output of the runs is discarded, since the answer of a plan is its table.
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    int exitCode = command.run(row, rowTarget, model, path, folder.language(), nowhere, stderr);
    if (!Files.exists(path.resolve(RunFolder.RUN_JSON))) {
      noRun = exitCode;
      return Optional.empty();
    }
    noRun = exitCode == ExitCode.INTERNAL ? exitCode : ExitCode.INCONCLUSIVE;
    RunRecord run = RunFolder.open(path).run();
    return run.interrupted()
        ? Optional.empty()
        : Optional.of(PlanTrial.of(number, row, folder.relative(path), run));
  }

  /** The model of a target with the row's settings. */
  private static ModelSpec model(String target, PlanRow row) {
    try {
      return ModelOverrides.of(ModelFile.read(Targets.modelOf(target)), row.cluster());
    } catch (YamlException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static void print(StudyFolder<PlanTrial> folder, boolean model, PrintStream out) {
    if (model) {
      out.println(Prediction.words().in(folder.language()));
    }
    out.println();
    Language language = folder.language();
    out.println(folder.study().question());
    Table.whole(folder.trials(), PlanTrial.fields(language)).lines(language).forEach(out::println);
    out.println(
        folder.study().answer() == null
            ? language.say("plan.unfinished")
            : folder.study().answer(language));
    out.println(language.say("label.studyFolder") + " " + folder.path());
  }

  /** Identifies the contents of the rows' profiles, which a plan only names. */
  private static String profiles(Plan plan) {
    return plan.rows().stream()
        .map(row -> row.load().get("profile"))
        .filter(Objects::nonNull)
        .distinct()
        .map(profile -> profile + " " + StudyQuestion.profileSha256(profile))
        .collect(Collectors.joining(", "));
  }

  /** Identifies the contents of a model's file and of its costs. */
  private static String model(String target) {
    try {
      ModelSpec model = ModelFile.read(Targets.modelOf(target));
      return "model %s, costs %s".formatted(model.file().sha256(), model.costs().file().sha256());
    } catch (YamlException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** Identifies a plan by its rows; the same in every process. */
  private static String fingerprint(Plan plan) {
    try {
      byte[] rows =
          new ObjectMapper()
              .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
              .writeValueAsBytes(plan.rows());
      return StudyQuestion.sha256(rows, FINGERPRINT_BYTES);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
