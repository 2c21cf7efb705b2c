package dev.nacoscapacity.simulator.capacity;

import dev.nacoscapacity.reports.page.StudyPage;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A search on disk: each trial is in {@code study.json} and on its page as soon as it is over, so
 * that the search goes on where it was interrupted.
 */
public final class CapacityStudy {

  /** The kind in {@code study.json}. */
  public static final String KIND = "capacity";

  /** Where to look, and how closely: what trials said holds whatever these are. */
  private static final Set<String> BOUNDS = Set.of("--from", "--to", "--width");

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
   * A study that goes on, with the same bounds or with others.
   *
   * @param asked now, by the options' names
   * @return empty when it is no search, or its trials were made with other options
   */
  public static Optional<Study> goOn(Study study, Map<String, String> asked) {
    if (!study.kind().equals(KIND) || !withoutBounds(study.asked()).equals(withoutBounds(asked))) {
      return Optional.empty();
    }
    return Optional.of(study.asked().equals(asked) ? study : study.asking(asked));
  }

  private static Map<String, String> withoutBounds(Map<String, String> asked) {
    Map<String, String> rest = new HashMap<>(asked);
    rest.keySet().removeAll(BOUNDS);
    return rest;
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
