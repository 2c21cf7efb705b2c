package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A trial of a study.
 *
 * @param number from 1
 * @param folder of its run, within the folder of the study
 * @param run empty when the run cannot be read
 * @param row its entry in {@code study.json}
 */
record StudyTrial(int number, String folder, Optional<RunRecord> run, JsonNode row) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Fields with a column of their own, or that repeat the number or folder of the trial. */
  private static final Set<String> SHOWN =
      Set.of(
          "size",
          "instances",
          "status",
          "reasons",
          "run",
          "row",
          "until",
          "nodes",
          "seconds",
          "sinceHealSeconds",
          "killed",
          "recoverySeconds");

  /** All trials that have a run. */
  static List<StudyTrial> of(Path folder, Study study) {
    List<StudyTrial> trials = new ArrayList<>();
    for (int i = 0; i < Math.min(study.runs().size(), study.trials().size()); i++) {
      String name = study.runs().get(i);
      trials.add(new StudyTrial(i + 1, name, run(folder.resolve(name)), study.trials().get(i)));
    }
    return trials;
  }

  private static Optional<RunRecord> run(Path folder) {
    try {
      return Optional.of(RunFolder.open(folder).run());
    } catch (RecordException e) {
      // The run was moved or is damaged: its entry in study.json is still shown.
      return Optional.empty();
    }
  }

  /** What was tried, in the unit of the study; of most kinds, how many instances. */
  int size() {
    return row.path(row.has("size") ? "size" : "instances").intValue();
  }

  /** The word for the verdict, or {@code none}. */
  String status() {
    return verdict().map(Status::word).orElse("none");
  }

  /** The verdict; empty when the trial has none. */
  Optional<Status> verdict() {
    String word = row.path("status").asText();
    return Stream.of(Status.values()).filter(status -> status.word().equals(word)).findFirst();
  }

  /** Whether its verdict has this status. */
  boolean has(Status status) {
    return verdict().equals(Optional.of(status));
  }

  /**
   * The data of the trial for the script.
   *
   * @param broken whether nodes were broken
   * @param recovered seconds from the fault to the steady state; absent when that did not return
   * @param whole seconds from the last heal to the steady state of all nodes; absent when that did
   *     not return
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(
      int trial,
      String folder,
      String link,
      int size,
      String status,
      boolean broken,
      Double recovered,
      Double whole) {}

  Point point() {
    Optional<Experiment.Recovery> recovery = experiment().map(each -> each.effects().recovery());
    return new Point(
        number,
        folder,
        link(),
        size(),
        status(),
        experiment().isPresent(),
        recovery.map(Experiment.Recovery::seconds).orElse(null),
        recovery.map(Experiment.Recovery::sinceHealSeconds).orElse(null));
  }

  /** The reasons, worst first. */
  List<Reason> reasons() {
    return reasons("reasons");
  }

  /**
   * Which resources were exhausted when the trial failed, and which were not; empty when the study
   * does not record it.
   */
  List<Reason> saturation() {
    return reasons("saturation");
  }

  private List<Reason> reasons(String field) {
    JsonNode reasons = row.path(field);
    return reasons.isArray() ? List.of(JSON.convertValue(reasons, Reason[].class)) : List.of();
  }

  /** Length of the measurement window; 0 when the run cannot be read. */
  double windowSeconds() {
    return run.map(RunRecord::windowSeconds).orElse(0.0);
  }

  /** The experiment; empty when no fault was planned. */
  Optional<Experiment> experiment() {
    return run.map(RunRecord::experiment);
  }

  /** Names of the fields that are specific to this kind of study. */
  List<String> fields() {
    return row.properties().stream()
        .filter(field -> field.getValue().isValueNode() && !field.getValue().isNull())
        .map(Map.Entry::getKey)
        .filter(name -> !SHOWN.contains(name))
        .toList();
  }

  /** A kind-specific field, formatted. */
  String field(String name) {
    JsonNode value = row.path(name);
    if (value.isIntegralNumber()) {
      return NumberText.count(value.longValue());
    }
    if (value.isNumber() && name.endsWith("Share")) {
      return NumberText.percent(value.doubleValue());
    }
    if (value.isNumber() && name.endsWith("PerCall")) {
      return NumberText.of("%.2f", value.doubleValue());
    }
    if (value.isNumber()) {
      return NumberText.decimal(value.doubleValue());
    }
    return value.isMissingNode() || value.isNull() ? NumberText.UNKNOWN : value.asText();
  }

  /** The page of the run, relative to the page of the study. */
  String link() {
    try {
      return new URI(null, null, "./" + folder + "/" + RunFolder.REPORT_HTML, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(folder + " is no folder's name", e);
    }
  }
}
