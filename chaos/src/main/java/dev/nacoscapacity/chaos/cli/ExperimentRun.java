package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.summary.TrialsSummary;
import dev.nacoscapacity.simulator.options.ResultOption;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs an experiment, once or several times, from the options to the exit code. */
record ExperimentRun(TrialOptions options, PrintStream out, PrintStream err) {

  /**
   * Runs the experiment.
   *
   * @param studyOptions the options that determine the trials, for the record of several trials
   * @return the exit code
   */
  int run(ExperimentSpec spec, Map<String, String> studyOptions) {
    int repeat = options.repeat();
    if (repeat > 1 && spec.upgrade().isPresent()) {
      throw new UsageException(
          "--repeat", "would begin with a cluster that is upgraded already: start each trial anew");
    }
    options.criteria();
    int instances = options.run().workload().instances();
    if (options.run().out() != null) {
      Recorder.requireEmpty(options.run().out());
    }
    ResultOption result = options.run().result();
    PrintStream summaries = result.summaries(out);
    try (Trials trials = new Trials(spec, options, instances, summaries, err)) {
      String kind = trials.session().registry().description().kind();
      Path folder = options.run().folder(spec.name() + "-" + instances + "-" + kind);
      trials.announce(trials.trialTime(instances).times(repeat), instances);
      if (repeat == 1) {
        Session.Outcome outcome = trials.trial(instances, folder, 1, 1);
        outcome.record().ifPresent(run -> result.print(folder, out));
        return outcome.exitCode();
      }
      Study study =
          Study.begin(
              "experiment", spec.title(), allOptions(spec, instances, studyOptions), Instant.now());
      return repeatedly(
          trials,
          instances,
          new StudyFolder<>(folder, study, TrialRow.class, options.run().language()),
          summaries);
    }
  }

  private int repeatedly(
      Trials trials, int instances, StudyFolder<TrialRow> folder, PrintStream summaries) {
    int repeat = options.repeat();
    List<RunRecord> runs = new ArrayList<>();
    int noRun = ExitCode.INCONCLUSIVE;
    for (int number = 1; number <= repeat && trials.session().whyOver().isEmpty(); number++) {
      if (number > 1 && !trials.awaitReady()) {
        break;
      }
      Path path = folder.next("trial-" + number);
      Session.Outcome outcome = trials.trial(instances, path, number, repeat);
      if (outcome.record().isEmpty()) {
        noRun = outcome.exitCode();
        break;
      }
      RunRecord run = outcome.record().get();
      runs.add(run);
      folder.add(folder.relative(path), TrialRow.of(run));
      summaries.println();
    }
    if (runs.isEmpty()) {
      return noRun;
    }
    boolean whole = runs.size() == repeat && runs.stream().noneMatch(RunRecord::interrupted);
    Status status = Status.worst(runs.stream().map(run -> run.verdict().status()).toList(), whole);
    if (whole) {
      folder.end(Optional.empty(), status.word());
    } else {
      Language language = folder.language();
      trials
          .session()
          .whyOver()
          .ifPresent(why -> err.println(language.say("trials.endHere", with("why", why))));
    }
    TrialsSummary.print(runs, folder.language(), summaries);
    summaries.println(folder.language().say("label.studyFolder") + " " + folder.path());
    options.run().result().print(folder.path(), out);
    trials.session().show(folder.path());
    return status.exitCode();
  }

  static Map<String, String> allOptions(
      ExperimentSpec spec, int instances, Map<String, String> studyOptions) {
    Map<String, String> allOptions = new LinkedHashMap<>();
    // The study's page reads these two.
    allOptions.put("experiment", spec.name());
    allOptions.put("instances", Integer.toString(instances));
    allOptions.putAll(studyOptions);
    allOptions.remove("--instances");
    return allOptions;
  }
}
