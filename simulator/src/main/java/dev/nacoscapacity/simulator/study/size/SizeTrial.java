package dev.nacoscapacity.simulator.study.size;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * One run of the study.
 *
 * @param stage what it was made for
 * @param run its folder within the study's
 * @param clusterNodes of the cluster, those that are dead included
 * @param dead how many of them; as if they had never been there
 * @param cores of a node
 * @param heap of a node
 * @param cpuShare of the busiest node's processors, 0 to 1
 * @param cpuMeanShare of all nodes' processors, likewise
 * @param beatP99Ms the beats' 99th percentile of latency; null without beats
 * @param heapShare live of the largest heap, 0 to 1
 * @param reasons of the verdict, worst first
 * @param saturation what was used up, first things first; empty unless it failed
 * @param capacity about how many instances so many nodes hold, by the cores of a node; null but in
 *     a count
 */
public record SizeTrial(
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
    Map<Integer, Integer> capacity) {

  /** What a run is made for. */
  public enum Stage {
    /** Counts the work of few instances. */
    COUNT,
    /** The whole load on a cluster that should pass, or on the largest. */
    ASKED,
    /** More than the answer should hold: what breaks first. */
    BEYOND;

    /** As in study.json. */
    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public SizeTrial {
    reasons = List.copyOf(reasons);
    saturation = List.copyOf(saturation);
  }

  /**
   * What a run says.
   *
   * @param alive the nodes that it had
   * @param usedUp what was, if it failed
   */
  static SizeTrial of(
      Stage stage,
      String folder,
      ClusterSize alive,
      int dead,
      RunRecord run,
      List<Reason> usedUp,
      Map<Integer, Integer> capacity) {
    double processors = run.windowSeconds() * alive.cores();
    return new SizeTrial(
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
        capacity);
  }

  private static double most(RunRecord run, ToDoubleFunction<Server> figure) {
    return servers(run, figure).max().orElse(0);
  }

  private static DoubleStream servers(RunRecord run, ToDoubleFunction<Server> figure) {
    return run.servers().values().stream().mapToDouble(figure);
  }

  /** CPU of the busiest node over that of the mean one. */
  double skew() {
    return cpuMeanShare == 0 ? 1 : cpuShare / cpuMeanShare;
  }

  boolean passed() {
    return status == Status.PASS;
  }
}
