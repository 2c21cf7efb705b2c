package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.RegistryRow;
import dev.nacoscapacity.reports.stats.RegistryCount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each node said of the fleet over time: the worst moment of each point.
 *
 * @param t ends of the points, in seconds since the run began
 * @param nodes by name; each has its measures by name
 */
record RegistryPlots(double[] t, Map<String, Map<String, double[]>> nodes) {

  static RegistryPlots of(List<RegistryRow> rows) {
    return of(rows, Ticks.of(rows.stream().mapToDouble(RegistryRow::seconds)));
  }

  static RegistryPlots of(List<RegistryRow> rows, Ticks ticks) {
    Map<String, Map<String, PointFold>> folds = new LinkedHashMap<>();
    for (RegistryRow row : rows) {
      Map<String, PointFold> node =
          folds.computeIfAbsent(row.node(), name -> new LinkedHashMap<>());
      for (RegistryCount figure : RegistryCount.values()) {
        PointFold fold =
            node.computeIfAbsent(figure.column(), name -> fold(figure, ticks.points()));
        Long value = row.stats().get(figure);
        if (value != null) {
          fold.add(ticks.at(row.seconds()), value);
        }
      }
    }
    Map<String, Map<String, double[]>> nodes = new LinkedHashMap<>();
    folds.forEach((node, measures) -> nodes.put(node, values(measures)));
    return new RegistryPlots(ticks.ends(), nodes);
  }

  private static PointFold fold(RegistryCount figure, int points) {
    return switch (figure.overTime()) {
      case MIN -> PointFold.lowest(points);
      case SUM -> PointFold.sum(points);
      default -> PointFold.highest(points);
    };
  }

  private static Map<String, double[]> values(Map<String, PointFold> folds) {
    Map<String, double[]> values = new LinkedHashMap<>();
    folds.forEach((name, fold) -> values.put(name, fold.values()));
    return values;
  }
}
