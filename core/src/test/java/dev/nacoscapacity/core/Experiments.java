package dev.nacoscapacity.core;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Action;
import dev.nacoscapacity.core.experiment.Experiment.Baseline;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Deviation;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.Stage;
import dev.nacoscapacity.core.experiment.Experiment.Storm;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.text.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Experiments for tests: a node killed at 50 s and started at 80 s. */
public final class Experiments {

  public static final Recovery RECOVERED = new Recovery(true, 12.5, 9.5, null);
  public static final Rejoin REJOINED = new Rejoin("node2", 8.0, 9.5, 11.0, 15.0);

  private Experiments() {}

  /** A trial that went well. */
  public static Experiment good() {
    return of(80L, new Loss(0, 2, 0), RECOVERED, REJOINED, null);
  }

  /**
   * A trial that came to this.
   *
   * @param owned instances of the killed node
   */
  public static Experiment of(
      Long owned, Loss loss, Recovery recovery, Rejoin rejoin, Message problem) {
    return of(0, owned, loss, recovery, rejoin, problem);
  }

  /** A trial that recovered so long after its fault. */
  public static Experiment recovered(double seconds) {
    return of(
        80L, new Loss(0, 0, 0), new Recovery(true, seconds, seconds - 3, null), REJOINED, null);
  }

  /** A trial in which no call was answered any more. */
  public static Experiment neverRecovered(Message problem) {
    Recovery none = new Recovery(false, null, null, Message.of("steady.noCall"));
    return of(80L, new Loss(0, 0, 0), none, REJOINED, problem);
  }

  /** A trial that dropped instances, and tolerates it for some seconds. */
  public static Experiment tolerating(double seconds, Loss loss) {
    return of(seconds, 80L, loss, RECOVERED, REJOINED, null);
  }

  private static Experiment of(
      double dropTolerance,
      Long owned,
      Loss loss,
      Recovery recovery,
      Rejoin rejoin,
      Message problem) {
    Map<String, Deviation> registry = new LinkedHashMap<>();
    registry.put("missing", new Deviation(4, 40, 0));
    registry.put("unhealthy", new Deviation(0, 0, 0));
    Map<String, Storm> storm = new LinkedHashMap<>();
    storm.put("register", new Storm(0, 12));
    storm.put("connect", new Storm(0.25, 30));
    return new Experiment(
        new Experiment.Design(
            "kill-node",
            1,
            3,
            new Hypothesis(0.001, 30, 1.2, 10, dropTolerance, Map.of()),
            List.of(new Action("kill", 1, "random", 0, 30.0, Map.of()))),
        List.of(new Stage("gate", 20, 50), new Stage("method", 50, 80)),
        List.of(new Fault("kill", "node2", true, owned, 61.5, 50, 50.1, 50.2, 50.3, 80.1)),
        new Baseline(20, 50, 300, 0, 5, 12),
        new Experiment.Effects(
            List.of(new Detection("node2", 0.9, 1.4, "node3", 2)),
            new Outage(3, 51.0, 54.0, 4, 17, 4.5, 9),
            registry,
            loss,
            recovery,
            List.of(rejoin),
            storm,
            Map.of()),
        problem);
  }

  /** A trial that went well but for what an operator had stored. */
  public static Experiment withData(Map<String, SurvivingData> data) {
    return good().withEffects(good().effects().withData(data));
  }

  /** A trial that went well, with this detection of its fault. */
  public static Experiment withDetection(Detection detection) {
    return good().withEffects(good().effects().withDetection(List.of(detection)));
  }

  /** A trial that was never begun. */
  public static Experiment nothingBroken(Message problem) {
    return new Experiment(
        new Experiment.Design(
            "kill-node", 1, 1, new Hypothesis(0.001, 30, 1.2, 10, 0, Map.of()), List.of()),
        List.of(),
        List.of(),
        null,
        null,
        problem);
  }
}
