package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A search on disk: each trial is written to {@code study.json} and its page as soon as it is over,
 * so that an interrupted search can be resumed.
 */
public final class CapacityStudy {

  private Search search;
  private final StudyFolder<SizeTrial> folder;
  private final SizeProbe runner;
  private final Consumer<String> progress;

  /**
   * @param study new, or read from the folder
   * @param path of the folder where {@code study.json} and the runs are
   * @param language of what people read
   * @param progress receives a line before each trial, and one with its result
   */
  public CapacityStudy(
      Search search,
      Study study,
      Path path,
      SizeProbe runner,
      Language language,
      Consumer<String> progress) {
    this.folder = new StudyFolder<>(path, study, SizeTrial.class, language);
    this.search = search.resumedAfter(folder.trials());
    this.runner = runner;
    this.progress = progress;
  }

  /**
   * How long the trials that are left take.
   *
   * @param each the time of a trial
   */
  public RunTime time(Function<SearchStep.NextTrial, RunTime> each) {
    return SearchRehearsal.time(search, folder.trials(), (trial, status) -> each.apply(trial));
  }

  /**
   * Searches to the end.
   *
   * @return the answer; empty when a trial could not be made
   */
  public Optional<SearchResult> run() {
    folder.write();
    SearchStep step = search.next(folder.trials());
    while (step instanceof SearchStep.NextTrial next) {
      int number = folder.trials().size() + 1;
      progress.accept(SearchReport.announcement(study().unit(), number, next, folder.language()));
      Optional<SizeTrial> trial = runner.measure(number, next.size(), next.stage());
      if (trial.isEmpty()) {
        return Optional.empty();
      }
      folder.add(trial.get().result().run(), trial.get());
      progress.accept(SearchReport.result(trial.get(), folder.language()));
      if (runner.repaired()) {
        // Nodes that were just started are cold.
        search = search.resumedAfter(folder.trials());
      }
      step = search.next(folder.trials());
    }
    SearchResult answer = ((SearchStep.Conclusion) step).answer();
    folder.end(
        Optional.of(bracket(answer, folder.trials())),
        SearchReport.answer(study().unit(), answer, folder.trials()));
    folder.requireNews();
    return Optional.of(answer);
  }

  /** The current study. */
  public Study study() {
    return folder.study();
  }

  private Study.Bracket bracket(SearchResult answer, List<SizeTrial> trials) {
    Integer passes = orNull(answer.passes());
    Integer fails = answer.outcome().failureIsSure() ? orNull(answer.fails()) : null;
    return new Study.Bracket(
        passes,
        fails,
        votes(passes, trials).orElse(null),
        votes(fails, trials).orElse(null),
        orNull(search.notShown(trials)));
  }

  /** The votes for a size; empty when none of its trials counts. */
  private static Optional<Study.Votes> votes(Integer size, List<SizeTrial> trials) {
    List<Status> counted =
        trials.stream()
            .filter(trial -> size != null && trial.size() == size && trial.stage().decides())
            .map(SizeTrial::status)
            .toList();
    Study.Votes votes =
        new Study.Votes(
            Collections.frequency(counted, Status.PASS),
            Collections.frequency(counted, Status.FAIL));
    return Optional.of(votes).filter(counting -> counting.all() > 0);
  }

  private static Integer orNull(int size) {
    return size == 0 ? null : size;
  }
}
