package dev.nacoscapacity.simulator.study.search;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Setup;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A search on disk: each trial is in {@code study.json} and on its page as soon as it is over, so
 * that the search goes on where it was interrupted.
 */
public final class CapacityStudy {

  /** The kind in {@code study.json}. */
  public static final String KIND = "capacity";

  /** What stands in {@code asked} beside the options: the registry that was tried. */
  private static final String REGISTRY = "registry";

  /** Where to look, and how closely: what trials said holds whatever these are. */
  private static final Set<String> BOUNDS = Set.of("--from", "--to", "--width");

  private final Search search;
  private final StudyFolder<SizeTrial> folder;
  private final TrialRunner runner;
  private final Consumer<String> progress;

  /**
   * @param study new, or read from the folder
   * @param path of the folder where {@code study.json} and the runs are
   * @param progress takes a line for each trial to come, and one for its result
   */
  public CapacityStudy(
      Search search, Study study, Path path, TrialRunner runner, Consumer<String> progress) {
    // An answer that there is already stands only until the search is over once more.
    this.folder = new StudyFolder<>(path, study.asking(study.asked()), SizeTrial.class);
    this.search = search.resumedAfter(folder.trials());
    this.runner = runner;
    this.progress = progress;
  }

  /**
   * A study that goes on, with the same bounds or with others.
   *
   * @param asked now, by the options' names
   * @return empty when it is no search, or its trials were made with other options
   */
  public static Optional<Study> goOn(Study study, Map<String, String> asked) {
    Map<String, String> all = new LinkedHashMap<>(asked);
    if (study.asked().containsKey(REGISTRY)) {
      all.put(REGISTRY, study.asked().get(REGISTRY));
    }
    if (!study.kind().equals(KIND) || !withoutBounds(study.asked()).equals(withoutBounds(all))) {
      return Optional.empty();
    }
    return Optional.of(study.asked().equals(all) ? study : study.asking(all));
  }

  private static Map<String, String> withoutBounds(Map<String, String> asked) {
    Map<String, String> rest = new HashMap<>(asked);
    rest.keySet().removeAll(BOUNDS);
    return rest;
  }

  /**
   * The study, of this registry: what two unlike ones hold has no common answer.
   *
   * @throws RecordException when its trials were made on another one
   */
  public static Study of(Target registry, Study study) {
    String here = described(registry);
    String before = study.asked().get(REGISTRY);
    if (before != null && !before.equals(here)) {
      throw new RecordException(
          "the trials of this study were made on another registry (%s), not on this one (%s): name"
                  .formatted(before, here)
              + " another --out, or start the former again");
    }
    Map<String, String> all = new LinkedHashMap<>(study.asked());
    all.put(REGISTRY, here);
    return before == null ? study.asking(all) : study;
  }

  /** All of it that makes a difference; where its nodes listen does not. */
  private static String described(Target registry) {
    StringBuilder words =
        new StringBuilder(registry.kind())
            .append(registry.version() == null ? "" : " " + registry.version())
            .append(", %d nodes".formatted(registry.nodes().size()))
            .append(registry.auth() ? ", auth" : "")
            .append(Boolean.TRUE.equals(registry.authCache()) ? " with cache" : "");
    if (registry.prediction() != null) {
      words
          .append(", model ")
          .append(registry.prediction().modelSha256())
          .append(", costs ")
          .append(registry.prediction().costsSha256());
    }
    Setup setup = registry.setup();
    if (setup != null) {
      words.append(", heap ").append(setup.heap());
      new TreeMap<>(setup.settings())
          .forEach((key, value) -> words.append(", ").append(key).append('=').append(value));
      setup.jvmArgs().forEach(arg -> words.append(", ").append(arg));
      if (setup.nodeCpus() != null) {
        words.append(", processors ").append(setup.nodeCpus());
      }
    }
    return words.toString();
  }

  /**
   * Searches to the end.
   *
   * @return the answer; empty when a trial could not be made
   */
  public Optional<SearchResult> run() {
    folder.write();
    SearchStep step = search.next(folder.trials());
    while (step instanceof SearchStep.Try next) {
      int number = folder.trials().size() + 1;
      progress.accept(SearchReport.announcement(number, next));
      Optional<SizeTrial> trial = runner.measure(number, next.instances(), next.stage());
      if (trial.isEmpty()) {
        return Optional.empty();
      }
      folder.add(trial.get().run(), trial.get());
      progress.accept(SearchReport.result(trial.get()));
      step = search.next(folder.trials());
    }
    SearchResult answer = ((SearchStep.Done) step).answer();
    folder.end(bracket(answer, folder.trials()), SearchReport.answer(answer, folder.trials()));
    return Optional.of(answer);
  }

  /** The study as it stands. */
  public Study study() {
    return folder.study();
  }

  private static Study.Bracket bracket(SearchResult answer, List<SizeTrial> trials) {
    Integer passes = orNull(answer.passes());
    Integer fails = answer.outcome().failureIsSure() ? orNull(answer.fails()) : null;
    return new Study.Bracket(passes, fails, votes(passes, trials), votes(fails, trials), null);
  }

  /** Null when no trial of the size counts. */
  private static Study.Votes votes(Integer size, List<SizeTrial> trials) {
    List<Status> counted =
        trials.stream()
            .filter(trial -> size != null && trial.instances() == size && trial.stage().counts())
            .map(SizeTrial::status)
            .toList();
    Study.Votes votes =
        new Study.Votes(
            Collections.frequency(counted, Status.PASS),
            Collections.frequency(counted, Status.FAIL));
    return votes.all() == 0 ? null : votes;
  }

  private static Integer orNull(int size) {
    return size == 0 ? null : size;
  }
}
