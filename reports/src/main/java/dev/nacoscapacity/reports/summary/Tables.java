package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.reports.text.NumberText.UNKNOWN;
import static dev.nacoscapacity.reports.text.NumberText.count;
import static dev.nacoscapacity.reports.text.NumberText.megabytes;
import static dev.nacoscapacity.reports.text.NumberText.of;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.Registry.Counts;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.text.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parts of the summary that have a row for each operation or node. */
final class Tables {

  private Tables() {}

  static List<String> operations(RunRecord run) {
    boolean retries = showRetries(run);
    List<String> columns =
        new ArrayList<>(
            List.of(
                "calls",
                "required",
                "achieved",
                "%",
                "failed",
                "missed",
                "p50",
                "p99",
                "p99.9",
                "max",
                "retry",
                "wait",
                "serve"));
    if (!retries) {
      columns.remove("retry");
    }
    Table table = Table.of(columns);
    run.operations()
        .forEach((name, operation) -> row(table, name, operation, run.windowSeconds(), retries));
    return table.lines();
  }

  /** The column is for the runs that have some: the table is as wide as a screen. */
  static boolean showRetries(RunRecord run) {
    return run.operations().values().stream()
        .map(OperationResult::retriesMs)
        .anyMatch(part -> part != null && part.p99() > 0);
  }

  private static void row(
      Table table, String name, OperationResult operation, double seconds, boolean retries) {
    OperationFigures figures = OperationFigures.of(operation, seconds);
    List<String> cells = new ArrayList<>();
    cells.add(name);
    Collections.addAll(
        cells,
        figures.required(),
        figures.achieved(),
        figures.share(),
        figures.failed(),
        figures.missed(),
        figures.p50(),
        figures.p99(),
        figures.p999(),
        figures.max());
    if (retries) {
      cells.add(figures.retry99());
    }
    cells.add(figures.wait99());
    cells.add(figures.serve99());
    table.row(cells.toArray());
  }

  static List<String> registry(Registry registry) {
    Table table =
        Table.of(
            "registry",
            "expected",
            "present",
            "healthy",
            "missing",
            "unhealthy",
            "lost",
            "ghosts",
            "divergent",
            "unknown");
    if (registry.byNode().isEmpty()) {
      row(table, "all nodes", registry.counts());
    } else if (registry.byNode().size() > 1 && Set.copyOf(registry.byNode().values()).size() == 1) {
      row(
          table,
          "each of %d nodes".formatted(registry.byNode().size()),
          registry.byNode().values().iterator().next());
    } else {
      registry.byNode().forEach((node, counts) -> row(table, node, counts));
    }
    return table.lines();
  }

  private static void row(Table table, String node, Counts counts) {
    table.row(
        node,
        count(counts.expected()),
        count(counts.presentMin()),
        count(counts.healthyMin()),
        count(counts.missingMax()),
        count(counts.unhealthyMax()),
        count(counts.lost()),
        count(counts.ghostMax()),
        count(counts.divergentMax()),
        count(counts.unknownMax()));
  }

  static List<String> servers(Map<String, Server> servers, double seconds) {
    Table table =
        Table.of("server", "cores used", "at most", "threads", "heap MB", "GC ms", "connections");
    servers.forEach(
        (node, server) ->
            table.row(
                node,
                cores(server, seconds),
                server.cpuShareMax() == null ? UNKNOWN : of("%.2f", server.cpuShareMax()),
                count(server.threadsMax()),
                megabytes(server.heapMaxBytes()),
                count(server.gcMs()),
                count(server.connectionsMax())));
    return table.lines();
  }

  private static String cores(Server server, double seconds) {
    if (server.sharesProcessOf() != null) {
      return "in " + server.sharesProcessOf();
    }
    return server.userCpuSeconds() == null || seconds <= 0
        ? UNKNOWN
        : of("%.2f", server.cpuSeconds() / seconds);
  }
}
