package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Remarks;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.repeats.FailureBound;
import dev.nacoscapacity.reports.summary.TrialFigure;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import gg.jte.Content;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The page of a study: the answer, a row a trial with a link to its run's page, and the sizes that
 * were tried. It serves every kind of study: what a trial's row holds is shown as it is.
 *
 * @param folder the study folder's name
 * @param trials those that have a run
 */
record StudyModel(Study study, String folder, List<StudyTrial> trials) implements HtmlPage {

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
   * What the script draws.
   *
   * @param passes the largest size that holds; null when there is none
   * @param fails the smallest above it that does not; null when there is none
   * @param unfailed the largest that passed with nothing broken, where others were broken; else
   *     null
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

  /** Without figures when there is none. */
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

  /** Whether there is a recovery to be drawn. */
  boolean recoveries() {
    return experiments().stream()
        .map(Experiment::recovery)
        .anyMatch(
            each -> each != null && (each.seconds() != null || each.sinceHealSeconds() != null));
  }

  /** The question, in the page's words where this kind has some. */
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

  /** How the answer looks: a verdict's word, {@code answered}, or {@code running}. */
  String status() {
    if (study.answer() == null) {
      return "running";
    }
    if (passes() != null || !predictions().isEmpty() || fitted()) {
      return "answered";
    }
    if (grid() != null) {
      // Some runs passed: those that count work, and those without the margin.
      return Status.FAIL.word();
    }
    List<Status> all = trials.stream().map(StudyTrial::verdict).filter(Objects::nonNull).toList();
    if (all.contains(Status.FAIL)) {
      return Status.FAIL.word();
    }
    return all.isEmpty() || all.contains(Status.INCONCLUSIVE)
        ? Status.INCONCLUSIVE.word()
        : Status.PASS.word();
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
                  NumberText.count(trials.stream().filter(t -> t.verdict() == Status.PASS).count()),
                  NumberText.count(trials.size()));
    };
  }

  /** What study.json says in words, when that is more than a verdict; else null. */
  Content sentence() {
    if (study.sentence() != null) {
      return WORDS.both(study.sentence());
    }
    String answer = study.answer();
    boolean word = answer == null || WORDS.has(answer + ".says");
    return word ? null : WORDS.both(answer, answer);
  }

  /** What trials of the size that passes say; null where the study does not count them. */
  FailureBound passing() {
    Study.Votes votes = bracket().passing();
    return votes == null ? null : FailureBound.of(votes);
  }

  /** Likewise of the size that fails; null, too, when it failed with nothing broken alone. */
  FailureBound failing() {
    Study.Votes votes = bracket().failing();
    return votes == null || votes.failed() == 0 ? null : FailureBound.of(votes);
  }

  /**
   * What the trials that answer the question say of the probability of failing; null if none, or
   * where the study itself counts them.
   */
  FailureBound bound() {
    if (passing() != null) {
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

  /**
   * How far the answer lies below the capacity with nothing broken, in percent; null if unknown.
   */
  String below() {
    return unfailed() == null || passes() == null
        ? null
        : NumberText.of("%.0f", 100.0 * (unfailed() - passes()) / unfailed());
  }

  /**
   * The trial that says what limits the size that fails: the longest, and of those the last; null
   * where none says so.
   */
  StudyTrial limit() {
    return trials.stream()
        .filter(trial -> fails() != null && trial.instances() == fails())
        .filter(trial -> !trial.saturation().isEmpty())
        .reduce((one, next) -> next.windowSeconds() >= one.windowSeconds() ? next : one)
        .orElse(null);
  }

  /** Null when the study breaks nothing. */
  Experiment.Hypothesis hypothesis() {
    return experiments().stream()
        .map(Experiment::hypothesis)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  List<Experiment> experiments() {
    return trials.stream().map(StudyTrial::experiment).filter(Objects::nonNull).toList();
  }

  /** The figures of trials that broke something; none when none did. */
  List<TrialFigure> figures() {
    return experiments().isEmpty() ? List.of() : List.of(TrialFigure.values());
  }

  /** Whether the trials repeat each other, so that a median says something. */
  boolean repeats() {
    return trials.size() > 1 && experiments().size() == trials.size() && !sized();
  }

  /** The trials that put a model's figures beside measured ones. */
  List<StudyTrial> predictions() {
    return trials.stream().filter(trial -> !trial.predicted().isEmpty()).toList();
  }

  /** Names of the fields that only this kind's trials have. */
  Set<String> fields() {
    Set<String> fields = new LinkedHashSet<>();
    trials.forEach(trial -> fields.addAll(trial.fields()));
    return fields;
  }

  /** A reason in both languages. */
  Content reason(Reason reason) {
    return WORDS.both(reason.message());
  }

  /** That it is no measurement; null when it is one, or that is unknown. */
  Content stamp() {
    return target() == null ? null : target().warning().map(WORDS::both).orElse(null);
  }

  /** What was said of its runs, by the first of which anything was; null for nothing. */
  Remarks remarks() {
    return trials.stream()
        .map(StudyTrial::run)
        .filter(Objects::nonNull)
        .map(RunRecord::remarks)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * What was loaded, by the first run that can be read, or by the last where the clusters differ
   * and it is of the answer; null when none can.
   */
  Target target() {
    return trials.stream()
        .map(StudyTrial::run)
        .filter(Objects::nonNull)
        .map(RunRecord::target)
        .filter(Objects::nonNull)
        .reduce((first, next) -> grid() == null ? first : next)
        .orElse(null);
  }
}
