package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.RegistryRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What each node said of the fleet over time: the worst moment of each point.
 *
 * @param t ends of the points, in seconds since the run began
 * @param nodes by name; each has its measures by name
 */
record RegistryPlots(double[] t, Map<String, Map<String, double[]>> nodes) {

  private record Measure(String name, boolean lowIsBad, ToLongFunction<RegistryRow> of) {}

  private static final List<Measure> MEASURES =
      List.of(
          new Measure("expected", false, RegistryRow::expected),
          new Measure("present", true, RegistryRow::present),
          new Measure("healthy", true, RegistryRow::healthy),
          new Measure("missing", false, RegistryRow::missing),
          new Measure("unhealthy", false, RegistryRow::unhealthy),
          new Measure("lost", false, RegistryRow::lost),
          new Measure("ghost", false, RegistryRow::ghost),
          new Measure("divergent", false, RegistryRow::divergent),
          new Measure("unknown", false, RegistryRow::unknown));

  static RegistryPlots of(List<RegistryRow> rows) {
    return of(rows, Ticks.of(rows.stream().mapToDouble(RegistryRow::seconds)));
  }

  static RegistryPlots of(List<RegistryRow> rows, Ticks ticks) {
    Map<String, Map<String, PointFold>> folds = new LinkedHashMap<>();
    for (RegistryRow row : rows) {
      Map<String, PointFold> node =
          folds.computeIfAbsent(row.node(), name -> new LinkedHashMap<>());
      for (Measure measure : MEASURES) {
        node.computeIfAbsent(
                measure.name(),
                name ->
                    measure.lowIsBad()
                        ? PointFold.lowest(ticks.points())
                        : PointFold.highest(ticks.points()))
            .add(ticks.at(row.seconds()), measure.of().applyAsLong(row));
      }
    }
    Map<String, Map<String, double[]>> nodes = new LinkedHashMap<>();
    folds.forEach((node, measures) -> nodes.put(node, values(measures)));
    return new RegistryPlots(ticks.ends(), nodes);
  }

  private static Map<String, double[]> values(Map<String, PointFold> folds) {
    Map<String, double[]> values = new LinkedHashMap<>();
    folds.forEach((name, fold) -> values.put(name, fold.values()));
    return values;
  }
}
