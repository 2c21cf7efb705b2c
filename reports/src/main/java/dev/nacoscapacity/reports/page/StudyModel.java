package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.repeats.FailureBound;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.summary.TrialFigure;
import gg.jte.Content;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The page of a study: the answer, a row for each trial with a link to the page of its run, and the
 * tried sizes. The page serves every kind of study: fields that are specific to a kind are shown as
 * they are.
 *
 * @param folder the study folder's name
 * @param trials those that have a run
 */
record StudyModel(Study study, String folder, List<StudyTrial> trials) implements HtmlPage {

  /** The kind of study whose trials repeat one experiment. */
  private static final String EXPERIMENT = "experiment";

  static StudyModel of(Path folder, Study study) {
    String name = folder.toAbsolutePath().getFileName().toString();
    return new StudyModel(study, name, StudyTrial.of(folder, study));
  }

  @Override
  public String template() {
    return "study.jte";
  }

  @Override
  public List<String> scripts() {
    return List.of("words.js", "figures.js", "points.js", "study.js");
  }

  @Override
  public Object data() {
    return new Data(
        key("instances"),
        trials.stream().map(StudyTrial::point).toList(),
        passes().orElse(null),
        fails().orElse(null),
        unfailed().orElse(null),
        grid().orElse(null));
  }

  /**
   * The data for the script.
   *
   * @param unit key of the word for what sizes count
   * @param passes the largest size that passes; absent when there is none, as the others are
   * @param fails the smallest size above it that fails
   * @param unfailed the largest size that passed without faults, in a study with faults
   * @param grid clusters of several sizes
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Data(
      String unit,
      List<StudyTrial.Point> points,
      Integer passes,
      Integer fails,
      Integer unfailed,
      ClusterGrid grid) {}

  /** Empty when the study is of one cluster. */
  Optional<ClusterGrid> grid() {
    return ClusterGrid.of(trials);
  }

  /** The bracket; without figures when the study has none. */
  Study.Bracket bracket() {
    return study.bracket() == null ? new Study.Bracket(null, null) : study.bracket();
  }

  Optional<Integer> passes() {
    return Optional.ofNullable(bracket().passes());
  }

  Optional<Integer> fails() {
    return Optional.ofNullable(bracket().fails());
  }

  Optional<Integer> unfailed() {
    return trials.stream()
        .filter(trial -> !experiments().isEmpty() && trial.experiment().isEmpty())
        .filter(trial -> trial.has(Status.PASS))
        .map(StudyTrial::size)
        .max(Integer::compare);
  }

  /** Whether more than one size was tried. */
  boolean sized() {
    return grid().isEmpty() && trials.stream().mapToInt(StudyTrial::size).distinct().count() > 1;
  }

  /** Whether there are recoveries to draw. */
  boolean recoveries() {
    return experiments().stream()
        .map(each -> each.effects().recovery())
        .anyMatch(
            each -> each != null && (each.seconds() != null || each.sinceHealSeconds() != null));
  }

  /** The question, translated if the page has words for this kind of study. */
  Content question() {
    if (study.asked().containsKey("experiment")) {
      return WORDS.t(
          "question.experiment",
          study.asked().getOrDefault("instances", ""),
          study.asked().get("experiment"));
    }
    String key = "study.question." + study.kind();
    return WORDS.has(key)
        ? WORDS.t(
            key, study.asked().getOrDefault("nodes", ""), study.asked().getOrDefault("api", ""))
        : WORDS.both(study.question(), study.question());
  }

  /** The key of words, which this kind of study may have of its own. */
  String key(String words) {
    String own = words + "." + study.kind();
    return WORDS.has(own) ? own : words;
  }

  /** The style of the answer: the word of a verdict, {@code answered}, or {@code running}. */
  String status() {
    if (study.answer() == null) {
      return "running";
    }
    if (passes().isPresent()) {
      return "answered";
    }
    if (grid().isPresent()) {
      // No size passed; runs that passed only counted work, or lacked the margin.
      return Status.FAIL.word();
    }
    List<Status> all = counted().stream().flatMap(trial -> trial.verdict().stream()).toList();
    if (all.contains(Status.FAIL)) {
      return Status.FAIL.word();
    }
    return all.isEmpty() || all.contains(Status.INCONCLUSIVE)
        ? Status.INCONCLUSIVE.word()
        : Status.PASS.word();
  }

  /** The trials whose verdicts count. */
  private List<StudyTrial> counted() {
    return trials.stream().filter(trial -> !study.isSuperseded(trial.row())).toList();
  }

  /** The answer in a word or two. */
  Content answer() {
    return switch (status()) {
      case "running" -> WORDS.t("study.unfinished");
      case "answered" -> passes().map(this::bracketWords).orElseThrow();
      default ->
          grid().isPresent()
              ? WORDS.t("study.noCluster")
              : WORDS.t(
                  "study.passed",
                  NumberText.count(
                      counted().stream().filter(trial -> trial.has(Status.PASS)).count()),
                  NumberText.count(counted().size()));
    };
  }

  private Content bracketWords(int size) {
    List<String> best = grid().map(ClusterGrid::best).orElse(List.of());
    if (!best.isEmpty()) {
      return WORDS.t("study.cluster", best.toArray(String[]::new));
    }
    if (grid().isPresent()) {
      // The run beyond the cluster's capacity, which names it, was not made.
      return ownSentence().orElseThrow();
    }
    String passing = NumberText.count(size);
    return fails()
        .map(fails -> WORDS.t(key("study.bracket"), passing, NumberText.count(fails)))
        .orElseGet(() -> WORDS.t(key("study.atLeast"), passing));
  }

  /** The answer as a sentence; empty when it is only a verdict, or {@link #answer} itself. */
  Optional<Content> sentence() {
    boolean isAnswer =
        passes().isPresent() && grid().filter(each -> each.best().isEmpty()).isPresent();
    return isAnswer ? Optional.empty() : ownSentence();
  }

  /** The answer in study.json as a sentence. */
  private Optional<Content> ownSentence() {
    return Optional.ofNullable(study.sentence())
        .map(WORDS::both)
        .or(
            () ->
                Optional.ofNullable(study.answer())
                    .filter(answer -> !WORDS.has(answer + ".says"))
                    .map(answer -> WORDS.both(answer, answer)));
  }

  /** The bound from the trials of the passing size; empty when the study does not count them. */
  Optional<FailureBound> passing() {
    return Optional.ofNullable(bracket().passing()).map(FailureBound::of);
  }

  /**
   * The bound from the trials of the failing size; empty when the study does not count them, or
   * when that size failed only without faults.
   */
  Optional<FailureBound> failing() {
    return Optional.ofNullable(bracket().failing())
        .filter(votes -> votes.failed() > 0)
        .map(FailureBound::of);
  }

  /**
   * The bound on the probability of failing, from the trials that answer the question; empty
   * without such trials, when the study itself counts them, or when the trials are no repetitions.
   */
  Optional<FailureBound> bound() {
    List<Status> verdicts =
        trials.stream()
            .filter(trial -> trial.experiment().isPresent())
            .filter(trial -> passes().map(size -> size == trial.size()).orElse(true))
            .flatMap(trial -> trial.verdict().stream())
            .toList();
    return verdicts.isEmpty() || passing().isPresent() || !study.kind().equals(EXPERIMENT)
        ? Optional.empty()
        : Optional.of(FailureBound.of(verdicts));
  }

  /** How far the answer is below the capacity without faults, in percent; empty if unknown. */
  Optional<String> below() {
    return unfailed()
        .flatMap(most -> passes().map(size -> NumberText.of("%.0f", 100.0 * (most - size) / most)));
  }

  /**
   * The trial that shows what limits the failing size: the longest one, and the last one of equal
   * length; empty when no trial shows a limit.
   */
  Optional<StudyTrial> limit() {
    return trials.stream()
        .filter(trial -> fails().filter(size -> size == trial.size()).isPresent())
        .filter(trial -> !trial.saturation().isEmpty())
        .reduce((one, next) -> next.windowSeconds() >= one.windowSeconds() ? next : one);
  }

  /** The hypothesis; empty when the study injects no faults. */
  Optional<Experiment.Hypothesis> hypothesis() {
    return experiments().stream()
        .map(each -> each.design().hypothesis())
        .filter(Objects::nonNull)
        .findFirst();
  }

  List<Experiment> experiments() {
    return trials.stream().flatMap(trial -> trial.experiment().stream()).toList();
  }

  /** The figures of trials with faults; empty when no trial had a fault. */
  List<TrialFigure> figures() {
    return experiments().isEmpty() ? List.of() : List.of(TrialFigure.values());
  }

  /** Whether the trials are repetitions, so that a median is meaningful. */
  boolean repeats() {
    return trials.size() > 1 && experiments().size() == trials.size() && !sized();
  }

  /** Names of the fields that are specific to this kind of study. */
  Set<String> fields() {
    Set<String> fields = new LinkedHashSet<>();
    trials.forEach(trial -> fields.addAll(trial.fields()));
    return fields;
  }

  /** A reason in both languages. */
  Content reason(Reason reason) {
    return WORDS.both(reason.message());
  }

  /** The stamp of a study that is not a measurement; empty for a measurement, or when unknown. */
  Optional<Content> stamp() {
    return target().warning().map(WORDS::both);
  }

  /** The runs that can be read. */
  private Stream<RunRecord> runs() {
    return trials.stream().flatMap(trial -> trial.run().stream());
  }

  /** The targets of the runs that tell one. */
  private Stream<Target> targets() {
    return runs().map(RunRecord::target).filter(target -> !target.equals(Target.UNKNOWN));
  }

  /** The user's, or else the name of the folder. */
  String title() {
    String own = remarks().title();
    return own.isEmpty() ? folder() : own;
  }

  /** The remarks of the first run that has remarks. */
  RunNotes remarks() {
    return runs()
        .map(RunRecord::remarks)
        .filter(remarks -> !remarks.equals(RunNotes.NONE))
        .findFirst()
        .orElse(RunNotes.NONE);
  }

  /**
   * Whether {@link #target} speaks for the study; rows of a plan may have clusters of their own,
   * which the table of trials names.
   */
  boolean hasOneCluster() {
    return grid().isPresent()
        || targets()
                .map(each -> Arrays.asList(each.kind(), each.version(), each.auth()))
                .distinct()
                .count()
            <= 1;
  }

  /** Whether a run is readable that tells its target. */
  boolean hasTarget() {
    return !target().equals(Target.UNKNOWN);
  }

  /**
   * The target of the first readable run that tells one. If the clusters differ, the target of the
   * last run, which belongs to the answer.
   */
  Target target() {
    return targets()
        .reduce((first, next) -> grid().isEmpty() ? first : next)
        .orElse(Target.UNKNOWN);
  }
}
