package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.search.SafeSearch;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.statistics.FailureBound;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.reports.verdict.Severity;
import dev.nacoscapacity.reports.verdict.Status;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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
    for (Optional<SafeSearch.Try> next = search.next();
        next.isPresent() && !testbed.interrupted() && !beyondMending;
        next = search.next()) {
      List<Status> broken = new ArrayList<>();
      Status status = size(next.get(), broken);
      search.tried(
          next.get(),
          status,
          new Study.Votes(
              Collections.frequency(broken, Status.PASS),
              Collections.frequency(broken, Status.FAIL)));
    }
    String answer = answer();
    folder.end(search.bracket(), answer);
    out.println(label + answer);
    out.println("Study folder: " + folder.path());
    testbed.show(folder.path());
    return testbed.interrupted() || beyondMending ? ExitCode.INCONCLUSIVE : exitCode(search);
  }

  /** Of a search that came to its end: an answer has a size that holds and one that fails. */
  static int exitCode(SafeSearch search) {
    if (search.nothingShown()) {
      return ExitCode.INCONCLUSIVE;
    }
    if (search.holds().isEmpty()) {
      return Status.FAIL.exitCode();
    }
    return search.closed() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }

  /**
   * A steady run unless it has passed one, then the trials; the first that does not pass decides,
   * and all must be made.
   *
   * @param broken gets what became of each trial
   */
  private Status size(SafeSearch.Try round, List<Status> broken) {
    int instances = round.instances();
    Status status = round.fresh() ? Status.PASS : steady(instances);
    int repeat = options.repeat();
    for (int trial = 1; trial <= repeat && status == Status.PASS; trial++) {
      if (testbed.interrupted() || beyondMending) {
        return Status.INCONCLUSIVE;
      }
      int number = trial;
      err.printf(
          "size %,d: %strial %d of %d%n", instances, round.fresh() ? "fresh " : "", number, repeat);
      status =
          run(
              instances + (round.fresh() ? "-fresh-" : "-trial-") + number,
              path -> trials.trial(instances, path, number, repeat));
      broken.add(status);
      beyondMending = isBeyondMending();
    }
    return status;
  }

  private Status steady(int instances) {
    err.printf("size %,d: a steady run%n", instances);
    Status status = run(instances + "-steady", path -> trials.steadyRun(instances, path));
    if (status == Status.PASS) {
      steadyMost = Math.max(steadyMost, instances);
    } else {
      // An overload may have cost a node, and then no smaller size would pass either.
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
    return answer(search, steadyMost, dropped);
  }

  /** Of a search that came to its end. */
  static String answer(SafeSearch search, int steadyMost, boolean dropped) {
    if (search.nothingShown()) {
      return "nothing was shown, since trials with %,d instances were inconclusive"
          .formatted(search.from());
    }
    Study.Bracket bracket = search.bracket();
    return bracket.passes() == null
        ? "%,d instances already do not come through: %s%s"
            .formatted(search.from(), failed(bracket.failing()), dropped ? TOLERANCE : "")
        : holds(bracket, steadyMost);
  }

  private static String holds(Study.Bracket bracket, int steadyMost) {
    int holds = bracket.passes();
    List<String> parts = new ArrayList<>();
    if (bracket.fails() != null) {
      parts.add("[%,d, %,d) instances".formatted(holds, bracket.fails()));
    } else if (bracket.notShown() != null) {
      parts.add("%,d instances or more".formatted(holds));
    } else {
      parts.add("[%,d, …) instances (--to was reached)".formatted(holds));
    }
    if (bracket.passing() == null) {
      parts.add("%,d held once, and had no verdict when it was tried again".formatted(holds));
    } else {
      parts.add(
          ("%,d healed in %d of %d fresh trials, so at this size fewer than %s %% of all trials"
                  + " fail (95 %% confidence)")
              .formatted(
                  holds,
                  bracket.passing().passed(),
                  bracket.passing().all(),
                  FailureBound.of(bracket.passing()).percent()));
    }
    if (bracket.notShown() != null) {
      parts.add("%,d was not shown, since it was inconclusive twice".formatted(bracket.notShown()));
    }
    if (bracket.fails() != null) {
      parts.add("%,d %s".formatted(bracket.fails(), failed(bracket.failing())));
    }
    if (steadyMost > holds) {
      parts.add(
          "%,d pass while nothing is broken, so this is %.0f %% below"
              .formatted(steadyMost, 100.0 * (steadyMost - holds) / steadyMost));
    }
    return String.join("; ", parts);
  }

  private static String failed(Study.Votes votes) {
    // Trials of an earlier attempt may have passed.
    return votes.failed() == 0
        ? "failed with nothing broken"
        : "failed %d of %d".formatted(votes.failed(), votes.all());
  }
}
