package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Work that is easy to calculate with: 1 ms a second for each instance, 0.1 cores for each node.
 */
final class Fixtures {

  static final Costs COSTS = CostFile.read("src/test/resources/costs-1.4.1.yaml", Path.of(""));

  /** 1 kB. */
  static final Map<Cost, Double> KEPT = Map.of(Cost.HEAP_COPY, 1024.0 / COSTS.of(Cost.HEAP_COPY));

  private Fixtures() {}

  static Demand demand(int nodes) {
    return demand(nodes, COSTS);
  }

  static Demand demand(int nodes, Costs costs) {
    return new Demand(
        nodes,
        costs,
        Map.of(Cost.IDLE, 100.0 * nodes / costs.number(Cost.IDLE)),
        Map.of(Cost.BEAT, 1 / costs.number(Cost.BEAT)),
        0.3,
        KEPT,
        1);
  }

  static SizeQuestion question(int instances, Grid grid) {
    return question(instances, grid, COSTS);
  }

  static SizeQuestion question(int instances, Grid grid, Costs costs) {
    return new SizeQuestion(
        Workloads.of(instances, instances / 100, HttpClients.USUAL),
        false,
        true,
        false,
        costs,
        grid);
  }

  static ClusterTrial trial(
      ClusterTrial.Stage stage, ClusterSize alive, int dead, int instances, Status status) {
    return trial(stage, alive, dead, instances, status, 0.5, 0.5);
  }

  static ClusterTrial trial(
      ClusterTrial.Stage stage,
      ClusterSize alive,
      int dead,
      int instances,
      Status status,
      double busiest,
      double mean) {
    List<Reason> reasons =
        status == Status.INCONCLUSIVE
            ? List.of(Reason.of(Severity.UNPROVEN, "nothingFull", with("threads", 7)))
            : List.of();
    return new ClusterTrial(
        stage,
        new StudyRun("run", instances, status, TrialFigures.UNKNOWN, reasons),
        new ClusterTrial.Nodes(alive.nodes() + dead, dead, alive.cores(), alive.heap()),
        new ClusterTrial.Use(busiest, mean, 10.0, 0.3),
        List.of(),
        Map.of(),
        null);
  }
}
