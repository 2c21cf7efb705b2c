package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes studies as searches and experiments do, without the runs. */
final class SampleStudy {

  /** A trial as study.json holds it, with a field that only this kind has. */
  record Row(
      int instances,
      String status,
      String stage,
      Double p99,
      List<Reason> reasons,
      List<Reason> saturation) {}

  private final String kind;
  private final Map<String, String> options;
  private final List<String> folders = new ArrayList<>();
  private final List<RunRecord> runs = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  SampleStudy(String kind) {
    this(kind, Map.of("nodes", "1"));
  }

  SampleStudy(String kind, Map<String, String> options) {
    this.kind = kind;
    this.options = options;
  }

  /** A run of so many instances with nothing broken. */
  SampleStudy steady(String folder, int instances) {
    return add(folder, instances, Runs.good(), Judge.standard());
  }

  /** A run that does not tell what it loaded. */
  SampleStudy untold(String folder, int instances) {
    return add(folder, instances, Runs.good().withTarget(Target.UNKNOWN), Judge.standard());
  }

  /** A model's run. */
  SampleStudy predicted(String folder, int instances) {
    return add(folder, instances, Runs.predicted(Runs.good()), Judge.standard());
  }

  /** A run that failed in a window of so many seconds, and what was used up then. */
  SampleStudy overloaded(String folder, int instances, double seconds, Reason usedUp) {
    RunRecord bad =
        Runs.good()
            .with()
            .windowSeconds(seconds)
            .operations(
                Runs.operations(Runs.operation(12_000, 9_000, Map.of("timed out", 700L), 2_400)))
            .build();
    return add(folder, instances, bad, Judge.standard(), List.of(usedUp));
  }

  /** A trial that recovered after so many seconds. */
  SampleStudy recovered(String folder, int instances, double seconds) {
    return trial(folder, instances, Experiments.recovered(seconds));
  }

  /** A trial that never recovered. */
  SampleStudy failed(String folder, int instances) {
    return trial(folder, instances, Experiments.neverRecovered(null));
  }

  private SampleStudy trial(String folder, int instances, Experiment experiment) {
    return add(folder, instances, Runs.good().withExperiment(experiment), Judge.experiment());
  }

  private SampleStudy add(String folder, int instances, RunRecord run, Judge judge) {
    return add(folder, instances, run, judge, List.of());
  }

  private SampleStudy add(
      String folder, int instances, RunRecord run, Judge judge, List<Reason> saturation) {
    Verdict verdict = judge.judge(run, Criteria.defaults());
    folders.add(folder);
    runs.add(run.withVerdict(verdict));
    rows.add(
        new Row(instances, verdict.status().word(), "confirm", 1.5, verdict.reasons(), saturation));
    return this;
  }

  /** Writes the runs and the study. */
  Path write(Path folder, Study.Bracket bracket, String answer) {
    for (int i = 0; i < runs.size(); i++) {
      try (Recorder recorder = Recorder.open(folder.resolve(folders.get(i)), runs.get(i))) {
        recorder.finish(runs.get(i));
      }
    }
    Study study =
        Study.begin(kind, "Does it hold?", options, Instant.EPOCH).withTrials(folders, rows);
    (answer == null ? study : study.withAnswer(bracket, answer)).write(folder);
    return folder;
  }
}
