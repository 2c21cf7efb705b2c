package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.model.ModelFile;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Runs a sizing study from the question to the answer, with every run on disk. */
public final class SizeStudy {

  /** The kind in {@code study.json}. */
  public static final String KIND = "size";

  /** The cluster for counting: larger than any small fleet needs. */
  private static final ClusterSize PLENTIFUL = new ClusterSize(1, 64, 64 << 10, 1);

  private final SizeQuestion question;
  private final StudyFolder<ClusterTrial> folder;
  private final ModelRuns models;
  private final Criteria bounds;
  private final Consumer<String> progress;

  /**
   * @param begun without a trial
   * @param models makes the runs
   * @param bounds of the verdicts
   * @param language of what people read
   * @param progress receives a line for each run and for its result
   */
  public SizeStudy(
      SizeQuestion question,
      Path path,
      Study begun,
      ModelRuns models,
      Criteria bounds,
      Language language,
      Consumer<String> progress) {
    this.question = question;
    this.folder = new StudyFolder<>(path, begun, ClusterTrial.class, language);
    this.models = models;
    this.bounds = bounds;
    this.progress = progress;
  }

  /**
   * Searches, and prints the answer between two stamps.
   *
   * @return the exit code: 0 found, 1 nothing passes
   * @throws RecordException when a run could not be made, or is not usable
   */
  public int run(PrintStream out) {
    folder.write();
    SizeAnswer answer = new SizeSearch(question, new RecordedRuns()).answer();
    SizeReport report = new SizeReport(question, answer);
    Integer fails =
        answer
            .beyond()
            .filter(beyond -> beyond.result().status() == Status.FAIL)
            .map(beyond -> beyond.result().instances())
            .orElse(null);
    folder.end(
        answer.best().map(best -> new Study.Bracket(question.instances(), fails)),
        report.sentence());
    String stamp = Prediction.words().in(folder.language());
    out.println(stamp);
    report.lines(folder.language()).forEach(out::println);
    out.println(folder.language().say("label.studyFolder") + " " + folder.path());
    out.println(stamp);
    return answer.best().isPresent() ? ExitCode.OK : ExitCode.FAIL;
  }

  private static Path modelFile(Path run) {
    return run.resolveSibling(run.getFileName() + "-model.yaml");
  }

  /** Records runs in the study as soon as they are over. */
  private final class RecordedRuns implements SizeSearch.Runs {

    @Override
    public Demand count(int nodes) {
      Workload few = question.small();
      progress.accept(
          folder
              .language()
              .say("size.counting", with("instances", few.instances()).and("nodes", nodes)));
      ClusterSize size = PLENTIFUL.withNodes(nodes);
      Path path = folder.next("count-%d".formatted(nodes));
      RunFolder run = makeRun(model(size, path), few, path);
      Demand demand = Demand.of(run.run(), question.costs());
      add(
          trial(ClusterTrial.Stage.COUNT, size, 0, run, List.of())
              .with(SizeSearch.capacities(demand, question.grid())));
      return demand;
    }

    @Override
    public ClusterTrial run(ClusterTrial.Stage stage, ClusterSize alive, int dead, int instances) {
      ClusterSize whole = alive.withNodes(alive.nodes() + dead);
      progress.accept(
          folder
              .language()
              .say(
                  "size.trying",
                  with("cluster", whole.words(folder.language()))
                      .and("dead", dead == 0 ? null : dead)
                      .and("instances", instances)));
      String name =
          "%d-%s%s".formatted(instances, whole.name(), dead == 0 ? "" : "-%d-dead".formatted(dead));
      Path path = folder.next(name);
      ModelSpec model = model(alive, path);
      RunFolder run = makeRun(model, question.load(instances), path);
      int threads =
          question.grpc() ? model.settings().grpcThreads() : model.settings().tomcat().threads();
      List<Reason> usedUp =
          run.run().verdict().status() == Status.FAIL
              ? SaturationOrder.of(run.serverRows(), alive.cores(), threads)
              : List.of();
      ClusterTrial trial = trial(stage, alive, dead, run, usedUp);
      add(trial);
      progress.accept(
          folder
              .language()
              .say(
                  "size.tried",
                  with("status", trial.result().status().word())
                      .and("busy", NumberText.percent(trial.use().cpuShare()))
                      .and("why", usedUp.isEmpty() ? null : usedUp.get(0).message())));
      return trial;
    }

    /** The model of a cluster, from a file beside its run, with which others can go on. */
    private ModelSpec model(ClusterSize size, Path run) {
      Path file = modelFile(run);
      try {
        Files.createDirectories(folder.path());
        Files.writeString(file, size.modelText(question));
      } catch (IOException e) {
        throw new RecordException("cannot write " + file, e);
      }
      return ModelFile.read(file.toString());
    }

    private RunFolder makeRun(ModelSpec model, Workload load, Path path) {
      return models
          .run(model, load, question.auth(), bounds, path)
          .orElseThrow(
              () ->
                  Files.exists(path.resolve(RunFolder.RUN_JSON))
                      ? new RecordException(
                          "no answer: the run " + path.getFileName() + " was cut short")
                      : new SizeSearch.StartException(path.getFileName().toString()));
    }

    private ClusterTrial trial(
        ClusterTrial.Stage stage, ClusterSize alive, int dead, RunFolder run, List<Reason> usedUp) {
      return ClusterTrial.of(stage, folder.relative(run.path()), alive, dead, run.run(), usedUp);
    }

    private void add(ClusterTrial trial) {
      folder.add(trial.result().run(), trial);
    }
  }
}
