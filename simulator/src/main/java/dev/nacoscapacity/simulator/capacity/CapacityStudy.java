package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.page.StudyPage;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A search on disk: each trial is in {@code study.json} and on its page as soon as it is over, so
 * that the search goes on where it was interrupted.
 */
public final class CapacityStudy {

  /** The kind in {@code study.json}. */
  public static final String KIND = "capacity";

  private final Search begin;
  private final Path folder;
  private final Measurer measurer;
  private final Consumer<String> progress;

  /**
   * @param folder where {@code study.json} and the runs are
   * @param progress told in a line what comes next and what came of it
   */
  public CapacityStudy(Search search, Path folder, Measurer measurer, Consumer<String> progress) {
    this.begin = search;
    this.folder = folder;
    this.measurer = measurer;
    this.progress = progress;
  }

  /**
   * Searches to the end.
   *
   * @param begun new, or read from the folder
   * @return the answer; empty when a trial could not be made
   */
  public Optional<Answer> run(Study begun) {
    Study study = begun;
    List<Trial> trials = new ArrayList<>(begun.trials(Trial.class));
    write(study);
    Search search = begin.resumedAfter(trials);
    Step step = search.next(trials);
    while (step instanceof Step.Try next) {
      int number = trials.size() + 1;
      progress.accept(Words.announcement(number, next));
      Optional<Trial> trial = measurer.measure(number, next.instances(), next.stage());
      if (trial.isEmpty()) {
        return Optional.empty();
      }
      trials.add(trial.get());
      study = study.withTrials(trials.stream().map(Trial::run).toList(), trials);
      write(study);
      progress.accept(Words.result(trial.get()));
      step = search.next(trials);
    }
    Answer answer = ((Step.Done) step).answer();
    write(
        study.withAnswer(
            new Study.Bracket(orNull(answer.passes()), orNull(answer.fails())),
            Words.answer(answer, trials)));
    return Optional.of(answer);
  }

  private void write(Study study) {
    study.write(folder);
    StudyPage.write(folder);
  }

  private static Integer orNull(int size) {
    return size == 0 ? null : size;
  }
}
