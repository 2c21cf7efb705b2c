package dev.nacoscapacity.simulator.study;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.reports.page.ReportPage;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A study on disk: {@code study.json}, its page, and a folder for each run. Each trial is written
 * as soon as it is over, so that an interrupted study can be resumed.
 *
 * @param <T> a trial, in the format of {@code study.json}
 */
public final class StudyFolder<T> {

  private final Path path;
  private final Language language;
  private final List<String> runs;
  private final List<T> trials;

  /** How many trials the folder held when it was opened. */
  private final int earlier;

  /** How many of these have been taken. */
  private int position;

  private Study study;

  /** What its file answered when it was opened; null for nothing. */
  private final String earlierAnswer;

  /** The runs as this process wrote them last; empty when it has written nothing. */
  private Optional<List<String>> written = Optional.empty();

  /**
   * @param study new, or read from the folder; nothing is written before {@link #write}
   * @param shape type of its trials
   * @param language in which its page opens
   */
  public StudyFolder(Path path, Study study, Class<T> shape, Language language) {
    this.path = path;
    this.language = language;
    this.study = study;
    this.runs = new ArrayList<>(study.runs());
    this.trials = new ArrayList<>(study.trials(shape));
    this.earlier = trials.size();
    this.earlierAnswer = earlier > 0 && Study.isIn(path) ? Study.read(path).answer() : null;
  }

  /**
   * The folder of a study with these options, new or with completed trials.
   *
   * @param options the options, by name
   * @param language in which its page opens
   * @throws UsageException when the folder holds another study
   */
  public static <T> StudyFolder<T> open(
      Path path,
      String kind,
      String question,
      Map<String, String> options,
      Class<T> shape,
      Language language) {
    return new StudyFolder<>(
        path,
        begin(kind, question, Optional.of(path), begun -> options, List.of()),
        shape,
        language);
  }

  /**
   * The study in a folder, to go on with, or a new one.
   *
   * @param folder empty for a new one
   * @param options the options that determine the trials, given when the study began
   * @param free those of them that may change
   * @throws UsageException when the folder holds a study of another kind, or with other options
   */
  public static Study begin(
      String kind,
      String question,
      Optional<Path> folder,
      Function<Instant, Map<String, String>> options,
      List<String> free) {
    if (folder.filter(Study::isIn).isEmpty()) {
      folder.ifPresent(Recorder::requireEmpty);
      Instant now = Instant.now();
      return Study.begin(kind, question, options.apply(now), now);
    }
    Path path = folder.get();
    Study study = Study.read(path);
    Map<String, String> all = TrialRegistry.withThatOf(study, options.apply(study.startedAt()));
    Map<String, String> now = new HashMap<>(all);
    Map<String, String> then = new HashMap<>(study.asked());
    now.keySet().removeAll(free);
    then.keySet().removeAll(free);
    if (!study.kind().equals(kind) || !then.equals(now)) {
      throw new UsageException(
          "%s holds a study with other options, or of files that have changed since, %s: name another --out, or the same options"
                  .formatted(path, study.asked())
              + (free.isEmpty() ? "" : "; only " + String.join(", ", free) + " may change"));
    }
    // Without an earlier answer, until the study has ended again.
    return study.withOptions(all);
  }

  public Path path() {
    return path;
  }

  /** The language of what people read of it. */
  public Language language() {
    return language;
  }

  public Study study() {
    return study;
  }

  /** The completed trials, in order. */
  public List<T> trials() {
    return List.copyOf(trials);
  }

  /** Whether the folder held trials, when it was opened, that have not been taken. */
  public boolean hasEarlierTrials() {
    return position < earlier;
  }

  /**
   * Takes the next trial that the folder held when it was opened, if it is of this run.
   *
   * @param name of the run, as given to {@link #next}
   * @return empty when that trial is of another run: then this one, if it was made, left none
   */
  public Optional<T> takeEarlierTrial(String name) {
    // "-2" and so on are appended where an earlier run had the name.
    return hasEarlierTrials() && runs.get(position).matches(Pattern.quote(name) + "(-\\d+)?")
        ? Optional.of(trials.get(position++))
        : Optional.empty();
  }

  /** A folder for the next run; its name gets a number when an interrupted run has that name. */
  public Path next(String name) {
    return RunFolder.unused(path.resolve(name));
  }

  /** A run's folder, as written in {@code study.json}. */
  public String relative(Path run) {
    return path.relativize(run).toString();
  }

  /**
   * Adds a completed trial.
   *
   * @param run its folder, {@link #relative} to the study's
   */
  public void add(String run, T trial) {
    runs.add(run);
    trials.add(trial);
    study = study.withTrials(runs, trials);
    write();
  }

  /**
   * Ends the study with an answer.
   *
   * @param bracket empty for a study without one
   */
  public void end(Optional<Study.Bracket> bracket, String answer) {
    study = study.withAnswer(bracket.orElse(null), answer);
    write();
  }

  /** Ends the study with an answer that a page can show in each language. */
  public void end(Optional<Study.Bracket> bracket, Message answer) {
    study = study.withAnswer(bracket.orElse(null), answer);
    write();
  }

  /**
   * Refuses an end that only repeats the earlier one: a nightly command with one folder would pass
   * for ever.
   *
   * @throws UsageException when no trial was added, and the answer is the same
   */
  public void requireNews() {
    UsageException.unless(
        trials.size() > earlier || !study.answer().equals(earlierAnswer),
        "--out",
        "names %s, which has the whole answer: nothing was left to try. Name another folder, or see bin/report render %s"
            .formatted(path, path));
  }

  /**
   * Writes the current state of the study, and its page.
   *
   * @throws RecordException when it cannot be written, or another process has written it meanwhile
   */
  public void write() {
    if (written.isPresent() && Study.isIn(path) && !Study.read(path).runs().equals(written.get())) {
      throw new RecordException(
          "another process goes on with the study in %s: end it, or name another --out"
              .formatted(path));
    }
    study.write(path);
    written = Optional.of(study.runs());
    ReportPage.write(path, language);
  }
}
