package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.experiment.Experiment;
import java.util.List;
import java.util.Map;

/** Trials as they are recorded. */
final class SampleTrials {

  private SampleTrials() {}

  /** A node is killed at 150 s, started again at 180 s, and back at 200 s. */
  static Experiment killNode() {
    return new Experiment(
        new Experiment.Design(
            "kill-node",
            2,
            5,
            new Experiment.Hypothesis(0.001, 20, 2, 50, 0, Map.of()),
            List.of(new Experiment.Action("kill", 1, "random", 10, 30.0, Map.of()))),
        List.of(
            new Experiment.Stage("gate", 120, 150),
            new Experiment.Stage("method", 150, 180),
            new Experiment.Stage("observe", 180, 221)),
        List.of(
            new Experiment.Fault(
                "kill", "node2", true, 200L, 40.5, 149.9, 150, 150.1, 150.2, 180.0)),
        new Experiment.Baseline(130, 150, 300, 0, 4.2, 9.9),
        new Experiment.Effects(
            List.of(new Experiment.Detection("node2", 1.0, 3.4, "node4", 4)),
            new Experiment.Outage(421, 151.0, 158.0, 8, 97, 6.4, 17),
            Map.of("missing", new Experiment.Deviation(20, 400, 0)),
            new Experiment.Loss(0, 0, 0),
            new Experiment.Recovery(true, 41.3, 11.3, null),
            List.of(new Experiment.Rejoin("node2", 7.5, 9.0, 12.25, 20.0)),
            Map.of("connect", new Experiment.Storm(0, 31)),
            Map.of()),
        null);
  }
}
