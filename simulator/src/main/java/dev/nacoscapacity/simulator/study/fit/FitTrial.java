package dev.nacoscapacity.simulator.study.fit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;

/**
 * A phase of a run, measured and fitted, in the format of {@code study.json}.
 *
 * @param run the folder of the measured run within the study's
 * @param name of the plan's round
 * @param phase of the run
 * @param speed of the machine during the run
 * @param jitShare share of the JIT compilers in the nodes' CPU
 * @param measuredCores used by all nodes together, at reference speed
 * @param fittedCores computed from the fitted costs and the work
 * @param errorShare relative error of the fitted value
 * @param heapMb live heap of all nodes together at the end of the window; null when unknown
 * @param fittedHeapMb computed from the fitted costs and the content; null when unknown
 * @param teaches the costs that this sample determines best
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
