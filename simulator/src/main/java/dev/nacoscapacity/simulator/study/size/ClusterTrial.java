package dev.nacoscapacity.simulator.study.size;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * One run of the study.
 *
 * @param stage purpose of the run
 * @param result stored beside the other fields in {@code study.json}
 * @param nodes of its cluster, likewise
 * @param use of them, likewise
 * @param saturation exhausted resources in chronological order; empty unless the run failed
 * @param capacity of a counting run: approximate capacity in instances, by the cores of a node;
 *     empty for other runs
 * @param published what a published cluster of the setting held, if there is any
 */
public record ClusterTrial(
    Stage stage,
    @JsonUnwrapped @JsonIgnoreProperties("figures") StudyRun result,
    @JsonUnwrapped Nodes nodes,
    @JsonUnwrapped Use use,
    List<Reason> saturation,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Integer> capacity,
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

  /**
   * The cluster of a run.
   *
   * @param clusterNodes number of nodes, including dead ones
   * @param dead number of dead nodes, which the model leaves out
   * @param cores of a node
   * @param heap of a node
   */
  public record Nodes(int clusterNodes, int dead, int cores, String heap) {}

  /**
   * How busy its nodes were.
   *
   * @param cpuShare of the busiest node's processors, 0 to 1
   * @param cpuMeanShare of all nodes' processors, 0 to 1
   * @param beatP99Ms the beats' 99th percentile of latency, if there were any
   * @param heapShare live of the largest heap, 0 to 1
   */
  public record Use(double cpuShare, double cpuMeanShare, Double beatP99Ms, double heapShare) {}

  public ClusterTrial {
    saturation = List.copyOf(saturation);
  }

  /**
   * The result of a run.
   *
   * @param alive its live nodes
   * @param saturation exhausted resources, if it failed
   */
  static ClusterTrial of(
      Stage stage,
      String folder,
      ClusterSize alive,
      int dead,
      RunRecord record,
      List<Reason> saturation) {
    StudyRun result = StudyRun.of(folder, record);
    double processors = record.windowSeconds() * alive.cores();
    return new ClusterTrial(
        stage,
        result,
        new Nodes(alive.nodes() + dead, dead, alive.cores(), alive.heap()),
        new Use(
            processors == 0 ? 0 : most(record, Server::cpuSeconds) / processors,
            processors == 0
                ? 0
                : servers(record, Server::cpuSeconds).average().orElse(0) / processors,
            result.figures().beatP99Ms(),
            most(record, server -> server.heapMaxBytes() == null ? 0 : server.heapMaxBytes())
                / alive.heapBytes()),
        saturation,
        Map.of(),
        record.verdict().published());
  }

  /** The same run with the capacities that follow from what it counted. */
  ClusterTrial with(Map<Integer, Integer> capacities) {
    return new ClusterTrial(stage, result, nodes, use, saturation, capacities, published);
  }

  private static double most(RunRecord run, ToDoubleFunction<Server> figure) {
    return servers(run, figure).max().orElse(0);
  }

  private static DoubleStream servers(RunRecord run, ToDoubleFunction<Server> figure) {
    return run.servers().values().stream().mapToDouble(figure);
  }

  /** CPU of the busiest node relative to the mean. */
  double skew() {
    return use.cpuMeanShare == 0 ? 1 : use.cpuShare / use.cpuMeanShare;
  }

  boolean passed() {
    return result.status() == Status.PASS;
  }
}
