package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.summary.TrialsSummary;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.options.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries a plan out, once or several times, from the options to the exit code. */
final class Experimenting {

  private final TrialOptions options;
  private final PrintStream out;
  private final PrintStream err;

  Experimenting(TrialOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
  }

  int run(Plan plan) {
    int repeat = options.repeat();
    int instances = options.instances();
    try (Bench bench = Bench.open(options, instances, plan, err)) {
      Trials trials = new Trials(plan, bench, options, out, err);
      Path folder = options.folder(plan.name() + "-" + instances + "-" + bench.kind());
      if (repeat == 1) {
        return trials
            .trial(instances, folder, 1, 1)
            .map(run -> run.verdict().status().exitCode())
            .orElse(ExitCode.INCONCLUSIVE);
      }
      Study study =
          Study.begin("experiment", plan.title(), asked(plan, instances, repeat), Instant.now());
      return repeatedly(bench, trials, new StudyFolder(folder, study, out));
    } catch (ShortageException e) {
      err.println(e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  private int repeatedly(Bench bench, Trials trials, StudyFolder folder) {
    int repeat = options.repeat();
    int instances = options.instances();
    for (int number = 1; number <= repeat && !bench.interrupted(); number++) {
      if (number > 1 && !bench.makeWhole()) {
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
    bench.show(folder.path());
    return status.exitCode();
  }

  private static Map<String, String> asked(Plan plan, int instances, int repeat) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("experiment", plan.name());
    asked.put("instances", Integer.toString(instances));
    asked.put("trials", Integer.toString(repeat));
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
