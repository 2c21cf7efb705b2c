package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.RegistryRow;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Figures of each node over time: the worst value of each point, or the sum for figures that add
 * up.
 *
 * @param t ends of the points, in seconds since the run began
 * @param nodes measures of each node, by name
 */
record NodePlots(double[] t, Map<String, Map<String, double[]>> nodes) {

  /**
   * What each node reported about the fleet: instances, services, beats. For present and healthy
   * instances the lowest value is the worst.
   */
  static NodePlots registry(List<RegistryRow> rows, Ticks ticks) {
    Map<String, PointFolds> nodes = new LinkedHashMap<>();
    for (RegistryRow row : rows) {
      PointFolds node = nodes.computeIfAbsent(row.node(), name -> new PointFolds(ticks));
      int point = ticks.at(row.seconds());
      for (RegistryCount figure : RegistryCount.IN_TABLES) {
        Optional<? extends Number> value = row.stats().get(figure);
        switch (figure.overTime()) {
          case MIN -> node.lowest(figure.column(), point, value);
          case SUM -> node.sum(figure.column(), point, value);
          default -> node.highest(figure.column(), point, value);
        }
      }
    }
    return of(ticks, nodes);
  }

  /**
   * Resources that each node used: cores, threads, heap in MB, share of the time spent in garbage
   * collection (0 to 1), connections.
   */
  static NodePlots servers(List<ServerRow> rows, Ticks ticks) {
    Map<String, PointFolds> nodes = new LinkedHashMap<>();
    Map<String, ServerRow> before = new HashMap<>();
    for (ServerRow row : rows) {
      PointFolds node = nodes.computeIfAbsent(row.node(), name -> new PointFolds(ticks));
      ServerRow last = Objects.requireNonNullElse(before.put(row.node(), row), row);
      int point = ticks.at(row.seconds());
      node.highest("threads", point, Optional.ofNullable(row.cpu().threads()));
      node.highest(
          "heap", point, Optional.ofNullable(row.jvm().heapUsedBytes()).map(heap -> heap / 1e6));
      node.highest("connections", point, Optional.ofNullable(row.connections()));
      node.highest("cores", point, rate(row, last, NodePlots::cpu));
      node.highest("gc", point, rate(row, last, NodePlots::gc));
    }
    return of(ticks, nodes);
  }

  /** Empty when unknown; a counter that decreased belongs to a restarted process. */
  private static Optional<Double> rate(
      ServerRow row, ServerRow last, ToDoubleFunction<ServerRow> counter) {
    double grown = counter.applyAsDouble(row) - counter.applyAsDouble(last);
    double span = row.seconds() - last.seconds();
    return Optional.of(grown / span).filter(rate -> grown >= 0 && span > 0);
  }

  private static double cpu(ServerRow row) {
    return row.cpu().seconds().orElse(Double.NaN);
  }

  private static double gc(ServerRow row) {
    return row.jvm().gcMillis() == null ? Double.NaN : row.jvm().gcMillis() / 1e3;
  }

  private static NodePlots of(Ticks ticks, Map<String, PointFolds> folds) {
    Map<String, Map<String, double[]>> nodes = new LinkedHashMap<>();
    folds.forEach((node, measures) -> nodes.put(node, measures.values()));
    return new NodePlots(ticks.ends(), nodes);
  }
}
