package dev.nacoscapacity.simulator.study.fit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A phase of a run, measured and fitted, in the format of {@code study.json}.
 *
 * @param run the folder of the measured run within the study's
 * @param name of the plan's round
 * @param phase of the run
 * @param speed of the machine during the run
 * @param cpu stored beside the other fields
 * @param heap likewise
 * @param teaches the costs that this sample determines best
 */
record FitTrial(
    String run,
    String name,
    String phase,
    int instances,
    Status status,
    double speed,
    @JsonUnwrapped Cpu cpu,
    @JsonUnwrapped Heap heap,
    String teaches) {

  /**
   * CPU of all nodes together, at reference speed.
   *
   * @param jitShare share of the JIT compilers in it
   * @param measuredCores in use
   * @param fittedCores computed from the fitted costs and the work
   * @param errorShare relative error of the fitted value
   */
  record Cpu(double jitShare, double measuredCores, double fittedCores, double errorShare) {}

  /**
   * Live heap of all nodes together at the end of the window; absent when it was not measured.
   *
   * @param heapMb measured
   * @param fittedHeapMb computed from the fitted costs and the content
   */
  record Heap(Double heapMb, Double fittedHeapMb) {}

  /** A trial as a row for people. */
  static final List<Field<FitTrial>> FIELDS =
      List.of(
          Field.text("run", FitTrial::name),
          Field.text("phase", FitTrial::phase),
          Field.number("instances", 0, FitTrial::instances),
          Field.number("speed", 2, FitTrial::speed),
          Field.number("JIT %", 0, trial -> 100 * trial.cpu.jitShare),
          Field.number("measured cores", 3, trial -> trial.cpu.measuredCores),
          Field.number("fitted", 3, trial -> trial.cpu.fittedCores),
          new Field<>(
              new Column("error %", "error", "%+.0f", false), trial -> 100 * trial.cpu.errorShare),
          Field.number("heap MB", 0, trial -> trial.heap.heapMb),
          Field.number("fitted", 0, trial -> trial.heap.fittedHeapMb),
          Field.text("teaches", FitTrial::teaches));

  /**
   * A sample beside what was fitted to all.
   *
   * @param study folder of the study
   */
  static FitTrial of(Path study, PhaseSample sample, Fit fit) {
    double millis = 1e3 * sample.usage().seconds();
    double cores = sample.cpuMillis() / millis;
    double fitted = fit.cpuMillis(sample) / millis;
    OptionalDouble heap = sample.heapKb();
    return new FitTrial(
        study.relativize(sample.run().path()).toString(),
        sample.run().path().getFileName().toString(),
        sample.phase(),
        sample.run().run().workload().instances(),
        sample.run().run().verdict().status(),
        sample.speed(),
        new Cpu(sample.jitShare(), cores, fitted, fitted / cores - 1),
        heap.isEmpty()
            ? new Heap(null, null)
            : new Heap(heap.getAsDouble() / 1024, fit.heapKb(sample) / 1024),
        fit.taughtBy(sample));
  }
}
