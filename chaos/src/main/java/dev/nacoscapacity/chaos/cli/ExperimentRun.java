package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.summary.TrialsSummary;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.reports.verdict.Status;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries an experiment out, once or several times, from the options to the exit code. */
final class ExperimentRun {

  private final TrialOptions options;
  private final PrintStream out;
  private final PrintStream err;

  ExperimentRun(TrialOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /**
   * Carries it out.
   *
   * @param given the options that decide the trials, for the record of several
   * @return the exit code
   */
  int run(ExperimentSpec spec, Map<String, String> given) {
    int repeat = options.repeat();
    int instances = options.instances();
    try (Testbed testbed = Testbed.open(options, instances, spec, err)) {
      Trials trials = new Trials(spec, testbed, options, out, err);
      Path folder = options.folder(spec.name() + "-" + instances + "-" + testbed.kind());
      if (repeat == 1) {
        return trials
            .trial(instances, folder, 1, 1)
            .map(run -> run.verdict().status().exitCode())
            .orElse(ExitCode.INCONCLUSIVE);
      }
      Study study =
          Study.begin("experiment", spec.title(), asked(spec, instances, given), Instant.now());
      return repeatedly(testbed, trials, new StudyFolder(folder, study, out));
    } catch (ShortageException e) {
      err.println(e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  private int repeatedly(Testbed testbed, Trials trials, StudyFolder folder) {
    int repeat = options.repeat();
    int instances = options.instances();
    for (int number = 1; number <= repeat && !testbed.interrupted(); number++) {
      if (number > 1 && !testbed.makeWhole()) {
        break;
      }
      Path path = folder.next("trial-" + number);
      Optional<RunRecord> run = trials.trial(instances, path, number, repeat);
      if (run.isEmpty()) {
        break;
      }
      folder.add(path, run.get());
    }
    if (folder.runs().isEmpty()) {
      return ExitCode.INCONCLUSIVE;
    }
    Status status =
        worst(folder.runs().stream().map(run -> run.verdict().status()).toList(), repeat);
    folder.end(null, status.word());
    TrialsSummary.print(folder.runs(), out);
    out.println("Study folder: " + folder.path());
    testbed.show(folder.path());
    return status.exitCode();
  }

  static Map<String, String> asked(ExperimentSpec spec, int instances, Map<String, String> given) {
    Map<String, String> asked = new LinkedHashMap<>();
    // The study's page reads these two.
    asked.put("experiment", spec.name());
    asked.put("instances", Integer.toString(instances));
    asked.putAll(given);
    asked.remove("--instances");
    return asked;
  }

  /** One failed trial fails all; a pass needs every trial made, and conclusive. */
  static Status worst(List<Status> all, int asked) {
    if (all.contains(Status.FAIL)) {
      return Status.FAIL;
    }
    return all.size() < asked || all.contains(Status.INCONCLUSIVE)
        ? Status.INCONCLUSIVE
        : Status.PASS;
  }
}
