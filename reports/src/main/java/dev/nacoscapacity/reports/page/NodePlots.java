package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.record.RegistryRow;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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
        Long value = row.stats().get(figure);
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
      ServerRow last = before.put(row.node(), row);
      int point = ticks.at(row.seconds());
      Long heap = row.jvm().heapUsedBytes();
      node.highest("threads", point, row.cpu().threads());
      node.highest("heap", point, heap == null ? null : heap / 1e6);
      node.highest("connections", point, row.connections());
      double span = last == null ? 0 : row.seconds() - last.seconds();
      node.highest("cores", point, last == null ? null : rate(cpu(row), cpu(last), span));
      node.highest("gc", point, last == null ? null : rate(gc(row), gc(last), span));
    }
    return of(ticks, nodes);
  }

  /** Null when unknown; a counter that decreased belongs to a restarted process. */
  private static Double rate(Double now, Double before, double span) {
    return now != null && before != null && now >= before && span > 0
        ? Double.valueOf((now - before) / span)
        : null;
  }

  private static Double cpu(ServerRow row) {
    OptionalDouble seconds = row.cpu().seconds();
    return seconds.isPresent() ? Double.valueOf(seconds.getAsDouble()) : null;
  }

  private static Double gc(ServerRow row) {
    return row.jvm().gcMillis() == null ? null : row.jvm().gcMillis() / 1e3;
  }

  private static NodePlots of(Ticks ticks, Map<String, PointFolds> folds) {
    Map<String, Map<String, double[]>> nodes = new LinkedHashMap<>();
    folds.forEach((node, measures) -> nodes.put(node, measures.values()));
    return new NodePlots(ticks.ends(), nodes);
  }
}
