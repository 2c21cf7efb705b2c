package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Table;
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

  /** A trial as a row for people. */
  static final List<Table.Field<FitTrial>> FIELDS =
      List.of(
          new Table.Field<>(Column.text("run", "run"), FitTrial::name),
          new Table.Field<>(Column.text("phase", "phase"), FitTrial::phase),
          new Table.Field<>(Column.number("instances", "instances", 0), FitTrial::instances),
          new Table.Field<>(Column.number("speed", "speed", 2), FitTrial::speed),
          new Table.Field<>(Column.number("JIT %", "jit", 0), trial -> 100 * trial.jitShare),
          new Table.Field<>(
              Column.number("measured cores", "measured", 3), FitTrial::measuredCores),
          new Table.Field<>(Column.number("fitted", "fitted", 3), FitTrial::fittedCores),
          new Table.Field<>(
              new Column("error %", "error", "%+.0f", false), trial -> 100 * trial.errorShare),
          new Table.Field<>(Column.number("heap MB", "heap", 0), FitTrial::heapMb),
          new Table.Field<>(Column.number("fitted", "fittedHeap", 0), FitTrial::fittedHeapMb),
          new Table.Field<>(Column.text("teaches", "teaches"), FitTrial::teaches));
}
