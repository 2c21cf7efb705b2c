package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Plan;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.experiment.Which;
import dev.nacoscapacity.chaos.search.SafeSearch;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.summary.FailureBound;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.options.ExitCode;
import dev.nacoscapacity.simulator.options.UsageException;
import dev.nacoscapacity.simulator.run.RunSettings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/chaos safe-capacity}. */
@Command(
    name = "safe-capacity",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Searches for the largest fleet that passes a steady run and whose cluster heals in every",
      "trial after so many nodes were killed."
    },
    footer = {
      "",
      "Example:",
      "  bin/chaos safe-capacity --target local --kill 1 --from 200 --to 4000 --repeat 3"
    })
final class SafeCapacityCommand implements Callable<Integer> {

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--kill",
      paramLabel = "K",
      defaultValue = "1",
      description = "how many nodes are killed at once (default: ${DEFAULT-VALUE})")
  private int kill;

  @Option(names = "--from", paramLabel = "N", required = true, description = "smallest fleet")
  private int from;

  @Option(names = "--to", paramLabel = "N", required = true, description = "largest fleet")
  private int to;

  @Option(
      names = "--width",
      paramLabel = "SHARE",
      defaultValue = "0.2",
      description = "how far apart the answer's sizes may lie (default: ${DEFAULT-VALUE})")
  private double width;

  @Option(
      names = "--restart-after",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "start the nodes again then (default: ${DEFAULT-VALUE})")
  private Duration restartAfter;

  @Mixin private TrialOptions options;
  @Mixin private HypothesisOptions hypothesis;

  private final List<TrialRow> rows = new ArrayList<>();
  private final List<String> folders = new ArrayList<>();
  private Study study;

  /** The largest fleet whose steady run passed, whatever became of it when nodes were killed. */
  private int steadyMost;

  SafeCapacityCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    SafeSearch search;
    Plan plan;
    try {
      search = new SafeSearch(from, to, width);
      plan =
          new Plan(
              "safe-capacity",
              "Which fleet does the cluster carry through the loss of %d nodes?".formatted(kill),
              hypothesis.hypothesis(),
              List.of(Step.of(FaultKind.KILL, kill, Which.RANDOM)),
              restartAfter,
              hypothesis.observe());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    if (options.workload.hasInstances()) {
      throw new UsageException("--instances is what is searched for: leave it out");
    }
    int repeat = options.repeat();
    try (Bench bench = Bench.open(options, to, false, out, err)) {
      bench.requirePossible(plan);
      Path folder =
          options.out == null
              ? RunFolder.fresh(Path.of("runs"), Instant.now(), "safe-capacity-" + bench.kind())
              : options.out;
      study = Study.begin("safe-capacity", plan.title(), asked(repeat), Instant.now());
      for (OptionalInt next = search.next();
          next.isPresent() && !bench.interrupted();
          next = search.next()) {
        search.tried(next.getAsInt(), size(bench, plan, next.getAsInt(), repeat, folder));
      }
      return answer(bench, search, repeat, folder);
    } catch (ShortageException e) {
      err.println(e.getMessage());
      return ExitCode.INCONCLUSIVE;
    }
  }

  /** A steady run, then the trials; the first that does not pass decides. */
  private Status size(Bench bench, Plan plan, int instances, int repeat, Path folder) {
    err.printf("size %,d: a steady run%n", instances);
    Optional<RunRecord> steady =
        bench.steadyRun(options.settings(instances), next(folder, instances + "-steady"));
    Status status = take(steady, folder);
    if (status == Status.PASS) {
      steadyMost = Math.max(steadyMost, instances);
    }
    for (int number = 1; number <= repeat && status == Status.PASS; number++) {
      err.printf("size %,d: trial %d of %d%n", instances, number, repeat);
      RunSettings settings = options.settings(instances);
      status =
          take(
              bench.trial(
                  plan, settings, next(folder, instances + "-trial-" + number), number, repeat),
              folder);
      if (!bench.interrupted()) {
        bench.makeWhole();
      }
    }
    return status;
  }

  private Path next(Path folder, String name) {
    Path free = folder.resolve(name);
    for (int again = 2; folders.contains(folder.relativize(free).toString()); again++) {
      free = folder.resolve(name + "-" + again);
    }
    folders.add(folder.relativize(free).toString());
    return free;
  }

  private Status take(Optional<RunRecord> run, Path folder) {
    if (run.isEmpty()) {
      folders.remove(folders.size() - 1);
      return Status.INCONCLUSIVE;
    }
    rows.add(TrialRow.of(run.get()));
    study = study.withTrials(folders, rows);
    study.write(folder);
    out.println();
    return run.get().verdict().status();
  }

  private int answer(Bench bench, SafeSearch search, int repeat, Path folder) {
    String found;
    if (bench.interrupted()) {
      found = "interrupted before the answer was found";
    } else if (search.nothingShown()) {
      found =
          "nothing was shown, since trials with %,d instances were inconclusive".formatted(from);
    } else if (search.holds().isEmpty()) {
      found = "%,d instances already do not come through".formatted(from);
    } else {
      found = holds(search, repeat);
    }
    study.withAnswer(search.bracket(), found).write(folder);
    out.println("Safe with %d killed: %s".formatted(kill, found));
    out.println("Study folder: " + folder);
    if (bench.interrupted() || search.nothingShown()) {
      return ExitCode.INCONCLUSIVE;
    }
    return search.holds().isPresent() ? ExitCode.OK : Status.FAIL.exitCode();
  }

  private String holds(SafeSearch search, int repeat) {
    int holds = search.holds().orElseThrow();
    String bracket =
        search
            .fails()
            .map(fails -> "[%,d, %,d)".formatted(holds, fails))
            .orElse("[%,d, …) (--to was reached)".formatted(holds));
    String steady =
        steadyMost > holds
            ? "; %,d pass while nothing is broken, so this is %.0f %% below"
                .formatted(steadyMost, 100.0 * (steadyMost - holds) / steadyMost)
            : "";
    return "%s instances; healed in %d of %d trials, so with 95 %% confidence it fails in fewer than %.0f %%%s"
        .formatted(bracket, repeat, repeat, 100 * new FailureBound(repeat, 0).share(), steady);
  }

  private Map<String, String> asked(int repeat) {
    Map<String, String> asked = new LinkedHashMap<>();
    asked.put("kill", Integer.toString(kill));
    asked.put("from", Integer.toString(from));
    asked.put("to", Integer.toString(to));
    asked.put("width", Double.toString(width));
    asked.put("trials", Integer.toString(repeat));
    return asked;
  }
}
