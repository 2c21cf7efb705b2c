package dev.nacoscapacity.simulator.study.predict;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.PredictedFigure;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;

/**
 * A measured run beside its prediction.
 *
 * @param measured the measured run's folder
 * @param measuredStatus its verdict
 * @param status the model's verdict
 * @param cluster stored beside the other fields in {@code study.json}
 * @param jitShare of the measured nodes' CPU that went into compiling, as {@link TrialFigures} has
 *     it; a model's nodes are warm
 * @param reasons of the model's verdict, worst first
 */
record PredictTrial(
    String measured,
    int instances,
    Status measuredStatus,
    Status status,
    @JsonUnwrapped ModelledCluster cluster,
    Double jitShare,
    List<PredictedFigure> figures,
    List<Reason> reasons) {

  /**
   * The model's cluster.
   *
   * @param machines number of machines of the nodes
   * @param machineCores of each machine
   * @param nodeCpus how many of these a node may use, if not all
   * @param speed of a core relative to the reference machine of the costs
   * @param speedFrom source of the speed
   * @param heap of a node
   * @param costs name of the cost file
   */
  record ModelledCluster(
      int machines,
      int machineCores,
      Double nodeCpus,
      double speed,
      PredictedCluster.SpeedSource speedFrom,
      String heap,
      String costs) {}

  PredictTrial {
    figures = List.copyOf(figures);
    reasons = List.copyOf(reasons);
  }

  static PredictTrial of(PredictedRun measured, RunFolder predicted) {
    RunRecord run = predicted.run();
    RunRecord real = measured.folder().run();
    PredictedCluster cluster = measured.cluster();
    return new PredictTrial(
        measured.path().toString(),
        run.workload().instances(),
        real.verdict().status(),
        run.verdict().status(),
        new ModelledCluster(
            cluster.machines().count(),
            cluster.machines().cores(),
            cluster.spec().nodeCpus().orElse(null),
            cluster.machines().speed(),
            cluster.speedFrom(),
            cluster.spec().heap(),
            cluster.costs()),
        TrialFigures.of(real).jitShare(),
        PredictedFigure.of(measured.folder(), predicted),
        run.verdict().reasons());
  }

  /** Whether the measured verdict is about the registry, so that a model can be right about it. */
  boolean decided() {
    return measuredStatus != Status.INCONCLUSIVE;
  }

  /** Whether the model predicted the measured verdict. */
  boolean right() {
    return decided() && status == measuredStatus;
  }
}
