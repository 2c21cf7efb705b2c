package dev.nacoscapacity.simulator.study.size;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * One run of the study.
 *
 * @param stage purpose of the run
 * @param run its folder within the study's
 * @param clusterNodes number of nodes of the cluster, including dead ones
 * @param dead number of dead nodes, which the model leaves out
 * @param cores of a node
 * @param heap of a node
 * @param cpuShare of the busiest node's processors, 0 to 1
 * @param cpuMeanShare of all nodes' processors, 0 to 1
 * @param beatP99Ms the beats' 99th percentile of latency; null without beats
 * @param heapShare live of the largest heap, 0 to 1
 * @param reasons of the verdict, worst first
 * @param saturation exhausted resources in chronological order; empty unless the run failed
 * @param capacity approximate capacity in instances, by the cores of a node; null except in a
 *     counting run
 * @param published what a published cluster held; null when nothing was published of the setting
 */
public record ClusterTrial(
    Stage stage,
    int instances,
    Status status,
    String run,
    int clusterNodes,
    int dead,
    int cores,
    String heap,
    double cpuShare,
    double cpuMeanShare,
    Double beatP99Ms,
    double heapShare,
    List<Reason> reasons,
    List<Reason> saturation,
    Map<Integer, Integer> capacity,
    Message published) {

  /** The purpose of a run. */
  public enum Stage {
    /** Counts the work of few instances. */
    COUNT,
    /** The whole load on a cluster that should pass, or on the largest. */
    ASKED,
    /** More than the answer should carry: shows what breaks first. */
    BEYOND;

    /** As in study.json. */
    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ClusterTrial {
    reasons = List.copyOf(reasons);
    saturation = List.copyOf(saturation);
  }

  /**
   * The result of a run.
   *
   * @param alive its live nodes
   * @param usedUp exhausted resources, if it failed
   */
  static ClusterTrial of(
      Stage stage,
      String folder,
      ClusterSize alive,
      int dead,
      RunRecord run,
      List<Reason> usedUp,
      Map<Integer, Integer> capacity) {
    double processors = run.windowSeconds() * alive.cores();
    return new ClusterTrial(
        stage,
        run.workload().instances(),
        run.verdict().status(),
        folder,
        alive.nodes() + dead,
        dead,
        alive.cores(),
        alive.heap(),
        processors == 0 ? 0 : most(run, Server::cpuSeconds) / processors,
        processors == 0 ? 0 : servers(run, Server::cpuSeconds).average().orElse(0) / processors,
        TrialFigures.of(run).beatP99Ms(),
        most(run, server -> server.heapMaxBytes() == null ? 0 : server.heapMaxBytes())
            / alive.heapBytes(),
        run.verdict().reasons(),
        usedUp,
        capacity,
        run.verdict().published());
  }

  private static double most(RunRecord run, ToDoubleFunction<Server> figure) {
    return servers(run, figure).max().orElse(0);
  }

  private static DoubleStream servers(RunRecord run, ToDoubleFunction<Server> figure) {
    return run.servers().values().stream().mapToDouble(figure);
  }

  /** CPU of the busiest node relative to the mean. */
  double skew() {
    return cpuMeanShare == 0 ? 1 : cpuShare / cpuMeanShare;
  }

  boolean passed() {
    return status == Status.PASS;
  }
}
