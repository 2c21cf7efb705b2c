package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.summary.FailureBound;
import dev.nacoscapacity.reports.summary.TrialFigure;
import dev.nacoscapacity.reports.text.Language;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import gg.jte.Content;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the template of a study writes.
 *
 * @param folder the study folder's name
 */
record StudyModel(Study study, String folder, List<StudyTrial> trials, StudyData data)
    implements SelfContained {

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  static StudyModel of(Path folder, Study study) {
    List<StudyTrial> trials = StudyTrial.of(folder, study);
    String name = folder.toAbsolutePath().getFileName().toString();
    return new StudyModel(study, name, trials, StudyData.of(study, trials));
  }

  @Override
  public String script() {
    return Assets.studyScript();
  }

  String dataJson() {
    return ScriptJson.of(Map.of("run", data, "words", WORDS.all()));
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
        ? WORDS.t(key, study.asked().getOrDefault("kill", ""))
        : WORDS.both(study.question(), study.question());
  }

  /** How the answer looks: a verdict's word, {@code answered}, or {@code running}. */
  String status() {
    if (study.answer() == null) {
      return "running";
    }
    if (data.passes() != null) {
      return "answered";
    }
    List<Status> all = trials.stream().map(StudyTrial::judged).filter(Objects::nonNull).toList();
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
          data.fails() == null
              ? WORDS.t("study.atLeast", NumberText.count(data.passes()))
              : WORDS.t(
                  "study.bracket", NumberText.count(data.passes()), NumberText.count(data.fails()));
      default ->
          WORDS.t(
              "study.passed", Long.toString(count(Status.PASS)), Integer.toString(trials.size()));
    };
  }

  private long count(Status status) {
    return trials.stream().filter(trial -> trial.judged() == status).count();
  }

  /** What study.json says in words, when that is more than a verdict; else null. */
  String sentence() {
    String answer = study.answer();
    boolean word = answer == null || WORDS.has(answer + ".says");
    return word ? null : answer;
  }

  /** What trials of the size that passes say; null where the study does not count them. */
  FailureBound passing() {
    Study.Bracket bracket = study.bracket();
    return bracket == null || bracket.passing() == null ? null : FailureBound.of(bracket.passing());
  }

  /** What trials of the size that fails say; null likewise. */
  FailureBound failing() {
    Study.Bracket bracket = study.bracket();
    // Without one that failed it failed with nothing broken.
    return bracket == null || bracket.failing() == null || bracket.failing().failed() == 0
        ? null
        : FailureBound.of(bracket.failing());
  }

  /** The smallest size of which nothing was shown, as people read it; null when there is none. */
  String notShown() {
    Study.Bracket bracket = study.bracket();
    return bracket == null || bracket.notShown() == null
        ? null
        : NumberText.count(bracket.notShown());
  }

  /**
   * What the trials that answer the question say of the probability of failing; null if none, or
   * where the study itself counts them.
   */
  FailureBound bound() {
    if (passing() != null) {
      return null;
    }
    List<Status> judged =
        trials.stream()
            .filter(trial -> trial.experiment() != null)
            .filter(trial -> data.passes() == null || trial.instances() == data.passes())
            .map(StudyTrial::judged)
            .filter(Objects::nonNull)
            .toList();
    return judged.isEmpty() ? null : FailureBound.of(judged);
  }

  /**
   * How far the answer lies below the capacity with nothing broken, in percent; null if unknown.
   */
  String below() {
    return data.unfailed() == null || data.passes() == null
        ? null
        : NumberText.of("%.0f", 100.0 * (data.unfailed() - data.passes()) / data.unfailed());
  }

  /**
   * The trial that says what limits the size that fails: the longest, and of those the last; null
   * where none says so.
   */
  StudyTrial limit() {
    return trials.stream()
        .filter(trial -> data.fails() != null && trial.instances() == data.fails())
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
    return trials.size() > 1 && experiments().size() == trials.size() && !data.sized();
  }

  /** Whether there is anything to draw. */
  boolean plotted() {
    return data.sized() || data.recoveries();
  }

  /** Names of what this kind's trials tell beyond the rest. */
  Set<String> fields() {
    Set<String> fields = new LinkedHashSet<>();
    trials.forEach(trial -> fields.addAll(trial.fields()));
    return fields;
  }

  /** A reason in both languages. */
  Content reason(Reason reason) {
    return WORDS.both(reason.in(Language.ENGLISH), reason.in(Language.CHINESE));
  }

  /** What was loaded, by the first run that can be read; null when none can. */
  Target target() {
    return trials.stream()
        .map(StudyTrial::run)
        .filter(Objects::nonNull)
        .map(RunRecord::target)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  String started() {
    return UTC.format(study.startedAt());
  }
}
