package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.summary.TrialsSummary;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.options.ExitCode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries a plan out, once or several times, from the options to the exit code. */
final class Experimenting {

  private static final Path RUNS = Path.of("runs");

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
    try (Bench bench = Bench.open(options, instances, plan.byProxy(), out, err)) {
      bench.requirePossible(plan);
      Path folder = folder(plan.name() + "-" + instances + "-" + bench.kind());
      if (repeat == 1) {
        return bench
            .trial(plan, options.settings(instances), folder, 1, 1)
            .map(run -> run.verdict().status().exitCode())
            .orElse(ExitCode.INCONCLUSIVE);
      }
      return repeatedly(bench, plan, instances, folder, repeat);
    } catch (ShortageException e) {
      err.println(e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  private Path folder(String name) {
    return options.out == null ? RunFolder.fresh(RUNS, Instant.now(), name) : options.out;
  }

  private int repeatedly(Bench bench, Plan plan, int instances, Path folder, int repeat) {
    Study study =
        Study.begin("experiment", plan.title(), asked(plan, instances, repeat), Instant.now());
    List<RunRecord> trials = new ArrayList<>();
    List<String> folders = new ArrayList<>();
    for (int number = 1; number <= repeat && !bench.interrupted(); number++) {
      if (number > 1) {
        bench.makeWhole();
      }
      String name = "trial-" + number;
      Optional<RunRecord> run =
          bench.trial(plan, options.settings(instances), folder.resolve(name), number, repeat);
      if (run.isEmpty()) {
        return ExitCode.INCONCLUSIVE;
      }
      trials.add(run.get());
      folders.add(name);
      study = study.withTrials(folders, trials.stream().map(TrialRow::of).toList());
      study.write(folder);
      out.println();
    }
    if (trials.isEmpty()) {
      return ExitCode.INCONCLUSIVE;
    }
    Status status = worst(trials);
    study.withAnswer(null, status.word()).write(folder);
    TrialsSummary.print(trials, out);
    out.println("Study folder: " + folder);
    return status.exitCode();
  }

  private static Map<String, String> asked(Plan plan, int instances, int repeat) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("experiment", plan.name());
    asked.put("instances", Integer.toString(instances));
    asked.put("trials", Integer.toString(repeat));
    return asked;
  }

  /** One failed trial fails all; a pass needs every trial conclusive. */
  static Status worst(List<RunRecord> trials) {
    List<Status> all = trials.stream().map(run -> run.verdict().status()).toList();
    if (all.contains(Status.FAIL)) {
      return Status.FAIL;
    }
    return all.contains(Status.INCONCLUSIVE) ? Status.INCONCLUSIVE : Status.PASS;
  }
}
