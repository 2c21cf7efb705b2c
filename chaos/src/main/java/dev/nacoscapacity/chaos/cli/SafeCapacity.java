package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.search.SafeSearch;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.summary.FailureBound;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.reports.verdict.Severity;
import dev.nacoscapacity.reports.verdict.Status;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** The search for the load that still heals, size by size, and its answer in words. */
final class SafeCapacity {

  private static final String TOLERANCE =
      ", since some are dropped although they beat; --drop-tolerance 60s asks for the load that heals"
          + " from this, too";

  private final SafeSearch search;
  private final Trials trials;
  private final Testbed testbed;
  private final TrialOptions options;
  private final StudyFolder folder;
  private final PrintStream err;

  /** The largest fleet whose steady run passed, whatever became of it when nodes were killed. */
  private int steadyMost;

  /** Whether a trial failed since the registry dropped instances that beat. */
  private boolean dropped;

  /** Whether the cluster stayed broken after a trial, so that no other can follow. */
  private boolean beyondMending;

  SafeCapacity(
      SafeSearch search,
      Trials trials,
      Testbed testbed,
      TrialOptions options,
      StudyFolder folder,
      PrintStream err) {
    this.search = search;
    this.trials = trials;
    this.testbed = testbed;
    this.options = options;
    this.folder = folder;
    this.err = err;
  }

  /**
   * Searches to the end, and prints the answer.
   *
   * @return the exit code
   */
  int find(String label, PrintStream out) {
    for (OptionalInt next = search.next();
        next.isPresent() && !testbed.interrupted() && !beyondMending;
        next = search.next()) {
      search.tried(next.getAsInt(), size(next.getAsInt()));
    }
    String answer = answer();
    folder.end(search.bracket(), answer);
    out.println(label + answer);
    out.println("Study folder: " + folder.path());
    testbed.show(folder.path());
    return testbed.interrupted() || beyondMending ? ExitCode.INCONCLUSIVE : exitCode(search);
  }

  /** Of a search that came to its end: an answer has a size that holds and one that does not. */
  static int exitCode(SafeSearch search) {
    if (search.nothingShown()) {
      return ExitCode.INCONCLUSIVE;
    }
    if (search.holds().isEmpty()) {
      return Status.FAIL.exitCode();
    }
    return search.fails().isPresent() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  /** A steady run, then the trials; the first that does not pass decides, and all must be made. */
  private Status size(int instances) {
    err.printf("size %,d: a steady run%n", instances);
    Status status = run(instances + "-steady", path -> trials.steadyRun(instances, path));
    if (status == Status.PASS) {
      steadyMost = Math.max(steadyMost, instances);
    } else {
      // An overload may have cost a node, and then no smaller size would pass either.
      beyondMending = isBeyondMending();
    }
    int repeat = options.repeat();
    for (int trial = 1; trial <= repeat && status == Status.PASS; trial++) {
      if (testbed.interrupted() || beyondMending) {
        return Status.INCONCLUSIVE;
      }
      int number = trial;
      err.printf("size %,d: trial %d of %d%n", instances, number, repeat);
      status =
          run(
              instances + "-trial-" + number,
              path -> trials.trial(instances, path, number, repeat));
      beyondMending = isBeyondMending();
    }
    return status;
  }

  private boolean isBeyondMending() {
    return !testbed.interrupted() && !testbed.makeWhole();
  }

  private Status run(String name, Function<Path, Optional<RunRecord>> measure) {
    Path path = folder.next(name);
    Optional<RunRecord> run = measure.apply(path);
    run.ifPresent(judged -> folder.add(path, judged));
    dropped |=
        run.stream()
            .flatMap(judged -> judged.verdict().reasons().stream())
            .anyMatch(reason -> reason.severity() == Severity.DROPPED);
    return run.map(judged -> judged.verdict().status()).orElse(Status.INCONCLUSIVE);
  }

  private String answer() {
    if (testbed.interrupted()) {
      return "interrupted before the answer was found";
    }
    if (beyondMending) {
      return "ended before the answer was found, since the cluster stayed broken after a run";
    }
    if (search.nothingShown()) {
      return "nothing was shown, since trials with %,d instances were inconclusive"
          .formatted(search.from());
    }
    return search
        .holds()
        .map(this::holds)
        .orElseGet(
            () ->
                "%,d instances already do not come through%s"
                    .formatted(search.from(), dropped ? TOLERANCE : ""));
  }

  private String holds(int holds) {
    int repeat = options.repeat();
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
    return ("%s instances; healed in %d of %d trials, so with 95 %% confidence fewer than %s %% of"
            + " all fail%s")
        .formatted(bracket, repeat, repeat, new FailureBound(repeat, 0).percent(), steady);
  }
}
