package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.reports.compare.PredictedFigure;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Study;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A trial of a study.
 *
 * @param number from 1
 * @param folder of its run, within the study's
 * @param run null when it cannot be read
 * @param row what {@code study.json} holds of it
 */
record StudyTrial(int number, String folder, RunRecord run, JsonNode row) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What has a column of its own, or is the trial's number or folder once more. */
  private static final Set<String> SHOWN =
      Set.of(
          "instances",
          "status",
          "measuredStatus",
          "reasons",
          "run",
          "row",
          "untilPass",
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

  private static RunRecord run(Path folder) {
    try {
      return RunFolder.open(folder).run();
    } catch (RecordException e) {
      // Moved away or damaged: what study.json says of it is shown all the same.
      return null;
    }
  }

  int instances() {
    return row.path("instances").intValue();
  }

  /** The verdict's word, or {@code none}. */
  String status() {
    return verdict() == null ? "none" : verdict().word();
  }

  /** Null when it has none. */
  Status verdict() {
    String word = row.path("status").asText();
    return Stream.of(Status.values())
        .filter(status -> status.word().equals(word))
        .findFirst()
        .orElse(null);
  }

  /**
   * The trial as the script draws it.
   *
   * @param broken whether nodes were
   * @param recovered seconds from the fault to the steady state; null when it did not come back
   * @param whole seconds from the last heal to the steady state of all; null likewise
   * @param measuredCores that nodes used, in a study that fits their costs; else null
   * @param fittedCores what these costs make of the same work; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(
      int trial,
      String folder,
      String link,
      int instances,
      String status,
      boolean broken,
      Double recovered,
      Double whole,
      Double measuredCores,
      Double fittedCores) {}

  Point point() {
    Experiment.Recovery recovery = experiment() == null ? null : experiment().recovery();
    return new Point(
        number,
        folder,
        link(),
        instances(),
        status(),
        experiment() != null,
        recovery == null ? null : recovery.seconds(),
        recovery == null ? null : recovery.sinceHealSeconds(),
        number("measuredCores"),
        number("fittedCores"));
  }

  private Double number(String field) {
    return row.path(field).isNumber() ? Double.valueOf(row.path(field).doubleValue()) : null;
  }

  /** Worst first. */
  List<Reason> reasons() {
    return reasons("reasons");
  }

  /** What was used up when it failed, and what was not; none where the study does not say. */
  List<Reason> saturation() {
    return reasons("saturation");
  }

  private List<Reason> reasons(String field) {
    JsonNode reasons = row.path(field);
    return reasons.isArray() ? List.of(JSON.convertValue(reasons, Reason[].class)) : List.of();
  }

  /** A measured run's figures beside the model's; none in other studies. */
  List<PredictedFigure> predicted() {
    JsonNode figures = row.path("figures");
    return figures.isArray()
        ? List.of(JSON.convertValue(figures, PredictedFigure[].class))
        : List.of();
  }

  /** The verdict's word of the run that the model was to predict, or {@code none}. */
  String measuredStatus() {
    return row.path("measuredStatus").asText("none");
  }

  /** Whether that run's verdict is one of the registry, which a model can be right about. */
  boolean decided() {
    return !measuredStatus().equals(Status.INCONCLUSIVE.word());
  }

  /** Whether the model's verdict is that run's. */
  boolean right() {
    return measuredStatus().equals(status());
  }

  /** How long its measurement window was; 0 when its run cannot be read. */
  double windowSeconds() {
    return run == null ? 0 : run.windowSeconds();
  }

  /** Null when nothing was meant to be broken. */
  Experiment experiment() {
    return run == null ? null : run.experiment();
  }

  /** Names of the fields that only this kind of study has. */
  List<String> fields() {
    return row.properties().stream()
        .filter(field -> field.getValue().isValueNode() && !field.getValue().isNull())
        .map(Map.Entry::getKey)
        .filter(name -> !SHOWN.contains(name))
        .toList();
  }

  /** Such a field as people read it. */
  String field(String name) {
    JsonNode value = row.path(name);
    if (value.isIntegralNumber()) {
      return NumberText.count(value.longValue());
    }
    if (value.isNumber() && name.endsWith("Share")) {
      return NumberText.percent(value.doubleValue());
    }
    if (value.isNumber() && (name.endsWith("PerCall") || name.equals("speed"))) {
      return NumberText.of("%.2f", value.doubleValue());
    }
    if (value.isNumber()) {
      return NumberText.decimal(value.doubleValue());
    }
    return value.isMissingNode() || value.isNull() ? NumberText.UNKNOWN : value.asText();
  }

  /** The run's page, from the study's. */
  String link() {
    try {
      return new URI(null, null, "./" + folder + "/" + RunFolder.REPORT_HTML, null).getRawPath();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(folder + " is no folder's name", e);
    }
  }
}
