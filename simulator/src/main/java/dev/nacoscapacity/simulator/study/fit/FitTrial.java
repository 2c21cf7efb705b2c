package dev.nacoscapacity.simulator.study.fit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.List;

/**
 * A phase of a run, measured and fitted, as {@code study.json} has it.
 *
 * @param run the folder of the measured run within the study's
 * @param name of the plan's round
 * @param phase of the run
 * @param speed of the machine meanwhile
 * @param jitShare of the nodes' CPU that their compilers took
 * @param measuredCores what the nodes used, all of them together, at reference speed
 * @param fittedCores what the costs make of the work that they did
 * @param errorShare by how much the fitted is above the measured
 * @param heapMb live in all nodes together at the end of the window; null where it is unknown
 * @param fittedHeapMb what the costs make of what they held; null likewise
 * @param teaches the costs of which it says most
 */
record FitTrial(
    String run,
    String name,
    String phase,
    int instances,
    Status status,
    double speed,
    double jitShare,
    double measuredCores,
    double fittedCores,
    double errorShare,
    Double heapMb,
    Double fittedHeapMb,
    String teaches) {

  static final List<String> HEADINGS =
      List.of(
          "run",
          "phase",
          "instances",
          "speed",
          "JIT %",
          "measured cores",
          "fitted",
          "error %",
          "heap MB",
          "fitted",
          "teaches");

  @JsonIgnore
  List<String> cells() {
    return List.of(
        name,
        phase,
        NumberText.of("%,d", instances),
        NumberText.of("%.2f", speed),
        NumberText.of("%.0f", 100 * jitShare),
        NumberText.of("%.3f", measuredCores),
        NumberText.of("%.3f", fittedCores),
        NumberText.of("%+.0f", 100 * errorShare),
        heapMb == null ? NumberText.UNKNOWN : NumberText.of("%,.0f", heapMb),
        fittedHeapMb == null ? NumberText.UNKNOWN : NumberText.of("%,.0f", fittedHeapMb),
        teaches);
  }
}
