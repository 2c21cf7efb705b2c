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
    return List.of("words.js", "figures.js", "study.js");
  }

  @Override
  public Object data() {
    return new Data(
        trials.stream().map(StudyTrial::point).toList(), passes(), fails(), unfailed(), grid());
  }

  /**
   * The data for the script.
   *
   * @param passes the largest size that passes; null when there is none
   * @param fails the smallest size above it that fails; null when there is none
   * @param unfailed the largest size that passed without faults, in a study with faults; else null
   * @param grid clusters of several sizes; null where there is one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Data(
      List<StudyTrial.Point> points,
      Integer passes,
      Integer fails,
      Integer unfailed,
      ClusterGrid grid) {}

  /** Null when the study is of one cluster. */
  ClusterGrid grid() {
    return ClusterGrid.of(trials);
  }

  /** The bracket; without figures when the study has none. */
  Study.Bracket bracket() {
    return study.bracket() == null ? new Study.Bracket(null, null) : study.bracket();
  }

  Integer passes() {
    return bracket().passes();
  }

  Integer fails() {
    return bracket().fails();
  }

  Integer unfailed() {
    return experiments().isEmpty()
        ? null
        : trials.stream()
            .filter(trial -> trial.experiment() == null && trial.verdict() == Status.PASS)
            .map(StudyTrial::instances)
            .max(Integer::compare)
            .orElse(null);
  }

  /** Whether costs were fitted to the trials. */
  boolean fitted() {
    return trials.stream().anyMatch(trial -> trial.point().fittedCores() != null);
  }

  /** Whether more than one size was tried. */
  boolean sized() {
    return grid() == null
        && !fitted()
        && trials.stream().mapToInt(StudyTrial::instances).distinct().count() > 1;
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
        ? WORDS.t(key, study.asked().getOrDefault("nodes", ""))
        : WORDS.both(study.question(), study.question());
  }

  /** The style of the answer: the word of a verdict, {@code answered}, or {@code running}. */
  String status() {
    if (study.answer() == null) {
      return "running";
    }
    if (passes() != null || !predictions().isEmpty() || fitted()) {
      return "answered";
    }
    if (grid() != null) {
      // No size passed; runs that passed only counted work, or lacked the margin.
      return Status.FAIL.word();
    }
    List<Status> all =
        counted().stream().map(StudyTrial::verdict).filter(Objects::nonNull).toList();
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
      case "answered" ->
          passes() == null
              ? WORDS.t(
                  fitted() ? "study.fitted" : "study.predicted", NumberText.count(trials.size()))
              : grid() != null && grid().best() != null
                  ? WORDS.t("study.cluster", grid().best().toArray(String[]::new))
                  : fails() == null
                      ? WORDS.t("study.atLeast", NumberText.count(passes()))
                      : WORDS.t(
                          "study.bracket", NumberText.count(passes()), NumberText.count(fails()));
      default ->
          grid() != null
              ? WORDS.t("study.noCluster")
              : WORDS.t(
                  "study.passed",
                  NumberText.count(
                      counted().stream().filter(t -> t.verdict() == Status.PASS).count()),
                  NumberText.count(counted().size()));
    };
  }

  /** The answer in study.json as a sentence; null when it is only a verdict. */
  Content sentence() {
    if (study.sentence() != null) {
      return WORDS.both(study.sentence());
    }
    String answer = study.answer();
    boolean word = answer == null || WORDS.has(answer + ".says");
    return word ? null : WORDS.both(answer, answer);
  }

  /** The bound from the trials of the passing size; null when the study does not count them. */
  FailureBound passing() {
    Study.Votes votes = bracket().passing();
    return votes == null ? null : FailureBound.of(votes);
  }

  /**
   * The bound from the trials of the failing size; null when the study does not count them, or when
   * that size failed only without faults.
   */
  FailureBound failing() {
    Study.Votes votes = bracket().failing();
    return votes == null || votes.failed() == 0 ? null : FailureBound.of(votes);
  }

  /**
   * The bound on the probability of failing, from the trials that answer the question; null without
   * such trials, when the study itself counts them, or when the trials are no repetitions.
   */
  FailureBound bound() {
    if (passing() != null || !study.kind().equals(EXPERIMENT)) {
      return null;
    }
    List<Status> verdicts =
        trials.stream()
            .filter(trial -> trial.experiment() != null)
            .filter(trial -> passes() == null || trial.instances() == passes())
            .map(StudyTrial::verdict)
            .filter(Objects::nonNull)
            .toList();
    return verdicts.isEmpty() ? null : FailureBound.of(verdicts);
  }

  /** How far the answer is below the capacity without faults, in percent; null if unknown. */
  String below() {
    return unfailed() == null || passes() == null
        ? null
        : NumberText.of("%.0f", 100.0 * (unfailed() - passes()) / unfailed());
  }

  /**
   * The trial that shows what limits the failing size: the longest one, and the last one of equal
   * length; null when no trial shows a limit.
   */
  StudyTrial limit() {
    return trials.stream()
        .filter(trial -> fails() != null && trial.instances() == fails())
        .filter(trial -> !trial.saturation().isEmpty())
        .reduce((one, next) -> next.windowSeconds() >= one.windowSeconds() ? next : one)
        .orElse(null);
  }

  /** The hypothesis; null when the study injects no faults. */
  Experiment.Hypothesis hypothesis() {
    return experiments().stream()
        .map(each -> each.design().hypothesis())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  List<Experiment> experiments() {
    return trials.stream().map(StudyTrial::experiment).filter(Objects::nonNull).toList();
  }

  /** The figures of trials with faults; empty when no trial had a fault. */
  List<TrialFigure> figures() {
    return experiments().isEmpty() ? List.of() : List.of(TrialFigure.values());
  }

  /** Whether the trials are repetitions, so that a median is meaningful. */
  boolean repeats() {
    return trials.size() > 1 && experiments().size() == trials.size() && !sized();
  }

  /** The trials that compare a model with a measured run. */
  List<StudyTrial> predictions() {
    return trials.stream().filter(trial -> !trial.predicted().isEmpty()).toList();
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

  /** The stamp of a study that is not a measurement; null for a measurement, or when unknown. */
  Content stamp() {
    return target() == null ? null : target().warning().map(WORDS::both).orElse(null);
  }

  /** The runs that can be read. */
  private Stream<RunRecord> runs() {
    return trials.stream().map(StudyTrial::run).filter(Objects::nonNull);
  }

  /** The remarks of the first run that has remarks; null when no run has any. */
  RunNotes remarks() {
    return runs().map(RunRecord::remarks).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /**
   * Whether {@link #target} speaks for the study; rows of a plan may have clusters of their own,
   * which the table of trials names.
   */
  boolean hasOneCluster() {
    return grid() != null
        || runs()
                .map(RunRecord::target)
                .filter(Objects::nonNull)
                .map(each -> Arrays.asList(each.kind(), each.version(), each.auth()))
                .distinct()
                .count()
            <= 1;
  }

  /**
   * The target of the first readable run. If the clusters differ, the target of the last run, which
   * belongs to the answer. Null when no run is readable.
   */
  Target target() {
    return runs()
        .map(RunRecord::target)
        .filter(Objects::nonNull)
        .reduce((first, next) -> grid() == null ? first : next)
        .orElse(null);
  }
}
