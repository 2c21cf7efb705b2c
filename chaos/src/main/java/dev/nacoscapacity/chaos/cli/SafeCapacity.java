package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.Session;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchRehearsal;
import dev.nacoscapacity.simulator.study.search.SearchStep;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Searches for the largest load from which the cluster still recovers, and writes the answer. */
final class SafeCapacity {

  private final SearchRange bounds;
  private final Search search;
  private final Trials trials;
  private final int repeat;
  private final StudyFolder<TrialRow> folder;

  private final PrintStream out;
  private final PrintStream err;
  private final List<SafeAnswer.Round> rounds = new ArrayList<>();

  /** The largest fleet whose steady run passed, regardless of its trials with killed nodes. */
  private int largestSteady;

  /** Whether a trial failed because the registry dropped beating instances. */
  private boolean dropped;

  /** Whether the cluster stayed broken after a trial, so that no further trial is possible. */
  private boolean stayedBroken;

  /** Whether a run was refused for the options, which would refuse any other run, too. */
  private boolean refused;

  /**
   * @param repeat trials in a round
   * @param folder of a new study, or of a study to resume with the same options
   */
  SafeCapacity(
      SearchRange bounds,
      Trials trials,
      int repeat,
      StudyFolder<TrialRow> folder,
      PrintStream out,
      PrintStream err) {
    this.bounds = bounds;
    this.search = Search.unanimous(bounds);
    this.trials = trials;
    this.repeat = repeat;
    this.folder = folder;
    this.out = out;
    this.err = err;
  }

  /**
   * Searches to the end, and prints the answer.
   *
   * @param nodes killed at once
   * @return the exit code
   */
  int find(int nodes) {
    folder.write();
    SearchStep step = search.next(rounds);
    boolean announced = false;
    while (step instanceof SearchStep.NextTrial next && !ended()) {
      if (!announced && !folder.hasEarlierTrials()) {
        announced = true;
        trials.announce(SearchRehearsal.time(search, rounds, this::time), next.size());
      }
      List<Status> broken = new ArrayList<>();
      Status status = round(next, broken);
      rounds.add(
          new SafeAnswer.Round(
              next.size(),
              next.stage(),
              status,
              new Study.Votes(
                  Collections.frequency(broken, Status.PASS),
                  Collections.frequency(broken, Status.FAIL))));
      step = search.next(rounds);
    }
    if (!ended() && folder.hasEarlierTrials()) {
      throw new RecordException(
          "%s holds trials that this search would not make in this order: name another --out"
              .formatted(folder.path()));
    }
    boolean early = ended();
    SafeAnswer found = new SafeAnswer(bounds, rounds, largestSteady, dropped);
    folder.end(Optional.of(found.bracket()), answer(found, early, Language.ENGLISH));
    if (!early) {
      folder.requireNews();
    }
    Language language = folder.language();
    out.println(
        language.say(
            "safe.label", with("nodes", nodes).and("answer", answer(found, early, language))));
    out.println(language.say("label.studyFolder") + " " + folder.path());
    trials.session().show(folder.path());
    if (early) {
      err.println(language.say("study.goOn", with("folder", folder.path().toString())));
    }
    if (refused) {
      return ExitCode.USAGE;
    }
    return early
        ? ExitCode.INCONCLUSIVE
        : ((SearchStep.Conclusion) step).answer().outcome().exitCode();
  }

  /** How long a round takes: the first trial that fails is its last. */
  private RunTime time(SearchStep.NextTrial next, Status status) {
    RunTime steady =
        next.stage() == TrialStage.CONFIRM ? RunTime.NONE : trials.steadyTime(next.size());
    return steady.plus(trials.trialTime(next.size()).times(status == Status.PASS ? repeat : 1));
  }

  private boolean ended() {
    return trials.session().whyOver().isPresent() || stayedBroken || refused;
  }

  private String answer(SafeAnswer found, boolean early, Language language) {
    return early ? endedEarly(language) : found.in(language);
  }

  private String endedEarly(Language language) {
    if (refused) {
      return language.say("safe.refused");
    }
    Message why = trials.session().whyOver().orElseGet(() -> Message.of("safe.stayedBroken"));
    return language.say("safe.ended", with("why", why));
  }

  /**
   * Makes a steady run, unless this size has passed one, and then the trials. The first one that
   * does not pass decides; for a pass all must be made.
   *
   * @param broken receives the status of each trial
   */
  private Status round(SearchStep.NextTrial next, List<Status> broken) {
    int instances = next.size();
    boolean fresh = next.stage() == TrialStage.CONFIRM;
    Status status = fresh ? Status.PASS : steady(instances);
    for (int trial = 1; trial <= repeat && status == Status.PASS; trial++) {
      if (ended()) {
        return Status.INCONCLUSIVE;
      }
      int number = trial;
      status =
          run(
              instances,
              Message.of(
                  fresh ? "safe.freshTrial" : "safe.trial",
                  with("trial", number).and("trials", repeat)),
              (fresh ? "-fresh-" : "-trial-") + number,
              path -> trials.trial(instances, path, number, repeat));
      broken.add(status);
      stayedBroken = staysBroken();
    }
    return status;
  }

  private Status steady(int instances) {
    Status status =
        run(
            instances,
            Message.of("safe.steadyRun"),
            "-steady",
            path -> trials.steadyRun(instances, path));
    if (status == Status.PASS) {
      largestSteady = Math.max(largestSteady, instances);
    } else {
      // The overload may have brought a node down; no smaller size would pass then either.
      stayedBroken = staysBroken();
    }
    return status;
  }

  private boolean staysBroken() {
    return trials.session().whyOver().isEmpty() && !refused && !trials.awaitReady();
  }

  /**
   * Makes a run, unless the interrupted search made it already.
   *
   * @param suffix of the folder of the run
   */
  private Status run(
      int instances, Message what, String suffix, Function<Path, Session.Outcome> trial) {
    if (folder.hasEarlierTrials()) {
      // A run without a trial had no verdict then, and has none now.
      Optional<TrialRow> row = folder.takeEarlierTrial(instances + suffix);
      trials.countSkippedRun();
      return row.map(this::statusOf).orElse(Status.INCONCLUSIVE);
    }
    err.println(folder.language().say("safe.run", with("size", instances).and("what", what)));
    Path path = folder.next(instances + suffix);
    Session.Outcome outcome = trial.apply(path);
    refused = outcome.exitCode() == ExitCode.USAGE;
    return outcome
        .record()
        .filter(run -> !run.interrupted())
        .map(run -> add(path, run))
        .orElse(Status.INCONCLUSIVE);
  }

  private Status add(Path path, RunRecord run) {
    TrialRow row = TrialRow.of(run);
    folder.add(folder.relative(path), row);
    out.println();
    return statusOf(row);
  }

  private Status statusOf(TrialRow row) {
    dropped |= row.reasons().stream().anyMatch(reason -> reason.severity() == Severity.DROPPED);
    return row.status();
  }
}
