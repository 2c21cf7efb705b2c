package dev.nacoscapacity.simulator.study.predict;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.ShutdownSignals;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.PredictedFigure;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.session.ModelRuns;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Predicts measured runs with a model, from their folders to a table and a page. */
public final class PredictStudy {

  private static final String KIND = "predict";

  private final ModelRuns models;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * @param models makes the runs
   * @param out receives the table
   * @param err receives progress, and the runs that cannot be predicted
   */
  public PredictStudy(ModelRuns models, PrintStream out, PrintStream err) {
    this.models = models;
    this.out = out;
    this.err = err;
  }

  /**
   * Predicts runs.
   *
   * @param runs their folders
   * @param options the given options
   * @param path of the study's folder, which must be empty or new
   * @return the exit code: 0 when all runs were predicted, else 2
   * @throws dev.nacoscapacity.core.cli.UsageException when a cluster's cores, heap or speed must be
   *     named
   * @throws dev.nacoscapacity.core.record.RecordException when the folder is not empty, or cannot
   *     be written
   */
  public int run(List<Path> runs, Assumptions assumptions, Map<String, String> options, Path path) {
    List<PredictedRun> ready = ready(runs, assumptions);
    if (ready.isEmpty()) {
      return ExitCode.INCONCLUSIVE;
    }
    Recorder.requireEmpty(path);
    out.println(Prediction.words().text());
    Study begun = Study.begin(KIND, "How far is the model off?", options, Instant.now());
    StudyFolder<PredictTrial> study = new StudyFolder<>(path, begun, PredictTrial.class);
    StopSignal stop = new StopSignal();
    try (ShutdownSignals signals = stop.onSignal(err, "")) {
      predict(ready, study, stop);
    }
    List<PredictTrial> trials = study.trials();
    if (stop.request().isEmpty() && !trials.isEmpty()) {
      study.end(Optional.empty(), answer(trials, runs.size() - trials.size()));
    } else {
      study.write();
    }
    out.println();
    table(study).lines().forEach(out::println);
    String answer = study.study().answer();
    out.println(answer == null ? "Not all runs were predicted." : answer);
    out.println("Study folder: " + path);
    out.println(Prediction.words().text());
    return trials.size() == runs.size() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  private List<PredictedRun> ready(List<Path> runs, Assumptions assumptions) {
    List<PredictedRun> ready = new ArrayList<>();
    for (Path run : runs) {
      try {
        ready.add(PredictedRun.of(run, assumptions));
      } catch (UnpredictableException e) {
        err.println("cannot predict %s: %s".formatted(run, e.getMessage()));
      }
    }
    return ready;
  }

  /** Predicts the runs, until it is interrupted. */
  private void predict(List<PredictedRun> ready, StudyFolder<PredictTrial> study, StopSignal stop) {
    for (int i = 0; i < ready.size(); i++) {
      PredictedRun measured = ready.get(i);
      Path folder = study.next("%02d-%s".formatted(i + 1, measured.name()));
      String name = study.relative(folder);
      out.println(
          "%s: %s, on %s%s"
              .formatted(name, measured.path(), measured.cluster().words(), measured.caution()));
      Optional<RunFolder> predicted = measured.model(models, folder);
      if (stop.request().isPresent()) {
        return;
      }
      if (predicted.isPresent()) {
        study.add(name, PredictTrial.of(measured, predicted.get()));
      } else {
        err.println(
            "cannot predict %s: see what its run on a model said".formatted(measured.path()));
      }
    }
  }

  private static Table table(StudyFolder<PredictTrial> study) {
    Table table =
        new Table(
            List.of(
                Column.text("run", "run"),
                Column.text("figure", "figure"),
                Column.number("measured", "measured", 2),
                Column.number("predicted", "predicted", 2),
                Column.number("error", "error", 1)));
    for (int i = 0; i < study.trials().size(); i++) {
      PredictTrial trial = study.trials().get(i);
      String name = study.study().runs().get(i);
      for (PredictedFigure figure : trial.figures()) {
        table.row(
            name,
            figure.label().text(),
            figure.shown(figure.measured()),
            figure.shown(figure.predicted()),
            figure.shownError());
      }
      table.row(
          name,
          "verdict",
          trial.measuredStatus().word(),
          trial.status().word(),
          !trial.decided() ? NumberText.UNKNOWN : trial.right() ? "same" : "differs");
    }
    return table;
  }

  /**
   * A sentence about the prediction errors.
   *
   * @param refused runs without a prediction
   */
  private static Message answer(List<PredictTrial> trials, int refused) {
    double[] errors =
        trials.stream()
            .flatMap(trial -> trial.figures().stream())
            .filter(figure -> figure.name().equals(PredictedFigure.CPU))
            .flatMap(figure -> figure.error().stream())
            .mapToDouble(Math::abs)
            .toArray();
    Arguments arguments =
        with("right", trials.stream().filter(PredictTrial::right).count())
            .and("runs", trials.stream().filter(PredictTrial::decided).count());
    if (errors.length > 0) {
      Spread cpu = Spread.of(DoubleStream.of(errors));
      arguments.and("cpu", wholePercent(cpu.median())).and("cpuMax", wholePercent(cpu.max()));
    }
    return Message.of("predicted", arguments.and("refused", refused == 0 ? null : refused));
  }

  private static Double wholePercent(double share) {
    return Math.round(100 * share) / 100.0;
  }
}
