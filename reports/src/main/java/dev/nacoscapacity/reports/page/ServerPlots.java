package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.ServerRow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each node used over time: the most in each point.
 *
 * @param t ends of the points, in seconds since the run began
 * @param nodes by name
 */
record ServerPlots(double[] t, Map<String, Usage> nodes) {

  /**
   * One node.
   *
   * @param cores CPU seconds used a second
   * @param heap used, in MB
   * @param gc share of the time spent in garbage collection, 0 to 1
   */
  record Usage(
      double[] cores, double[] threads, double[] heap, double[] gc, double[] connections) {}

  static ServerPlots of(List<ServerRow> rows) {
    return of(rows, Ticks.of(rows.stream().mapToDouble(ServerRow::seconds)));
  }

  static ServerPlots of(List<ServerRow> rows, Ticks ticks) {
    Map<String, Sums> sums = new LinkedHashMap<>();
    Map<String, ServerRow> before = new HashMap<>();
    for (ServerRow row : rows) {
      sums.computeIfAbsent(row.node(), name -> new Sums(ticks))
          .add(ticks.at(row.seconds()), row, before.put(row.node(), row));
    }
    Map<String, Usage> nodes = new LinkedHashMap<>();
    sums.forEach((node, sum) -> nodes.put(node, sum.usage()));
    return new ServerPlots(ticks.ends(), nodes);
  }

  private static final class Sums {
    private final PointFold cores;
    private final PointFold threads;
    private final PointFold heap;
    private final PointFold gc;
    private final PointFold connections;

    Sums(Ticks ticks) {
      cores = PointFold.highest(ticks.points());
      threads = PointFold.highest(ticks.points());
      heap = PointFold.highest(ticks.points());
      gc = PointFold.highest(ticks.points());
      connections = PointFold.highest(ticks.points());
    }

    void add(int point, ServerRow row, ServerRow before) {
      threads.add(point, row.threads());
      heap.add(point, row.heapUsedBytes() == null ? null : row.heapUsedBytes() / 1e6);
      connections.add(point, row.connections());
      if (before == null) {
        return;
      }
      double span = row.seconds() - before.seconds();
      rate(cores, point, cpu(row), cpu(before), span);
      rate(gc, point, seconds(row.gcMillis()), seconds(before.gcMillis()), span);
    }

    /** A counter that went back belongs to a process that was started anew. */
    private static void rate(PointFold fold, int point, Double now, Double before, double span) {
      if (now != null && before != null && now >= before && span > 0) {
        fold.add(point, (now - before) / span);
      }
    }

    private static Double cpu(ServerRow row) {
      if (row.userCpuSeconds() == null) {
        return null;
      }
      double system = row.systemCpuSeconds() == null ? 0 : row.systemCpuSeconds();
      return row.userCpuSeconds() + system;
    }

    private static Double seconds(Long millis) {
      return millis == null ? null : millis / 1e3;
    }

    Usage usage() {
      return new Usage(
          cores.values(), threads.values(), heap.values(), gc.values(), connections.values());
    }
  }
}
