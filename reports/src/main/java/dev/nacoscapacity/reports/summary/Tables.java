package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;
import static dev.nacoscapacity.core.text.NumberText.UNKNOWN;
import static dev.nacoscapacity.core.text.NumberText.count;
import static dev.nacoscapacity.core.text.NumberText.megabytes;
import static dev.nacoscapacity.core.text.NumberText.of;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.StageResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The parts of the summary that have a row for each operation or node. */
final class Tables {

  private Tables() {}

  static List<String> operations(RunRecord run, Language language) {
    Set<OperationFigure> figures = OperationFigure.of(run);
    figures.remove(OperationFigure.FAILOVERS);
    if (!showRetries(run)) {
      figures.remove(OperationFigure.RETRY);
    }
    Table table = Table.of(row("calls", figures, OperationFigure::heading));
    run.operations()
        .forEach(
            (name, operation) ->
                table.row(
                    row(name, figures, figure -> figure.text(operation, run.windowSeconds()))
                        .toArray()));
    return table.lines(language);
  }

  /** A row for each operation of each stage. */
  static Table stages(List<StageResult> stages, Language language) {
    Table table =
        Table.of(
            Stream.of(
                    Stream.of("stage", "verdict", "missing", "unhealthy", "calls"),
                    OperationFigure.OF_STAGES.stream().map(OperationFigure::heading))
                .flatMap(headings -> headings)
                .toList());
    for (StageResult stage : stages) {
      List<String> whole =
          List.of(
              count(stage.instances()),
              stage.status() == null ? UNKNOWN : language.say("verdict." + stage.status().word()),
              stage.worst().get(RegistryCount.MISSING).map(NumberText::count).orElse(UNKNOWN),
              stage.worst().get(RegistryCount.UNHEALTHY).map(NumberText::count).orElse(UNKNOWN));
      List<String> cells = new ArrayList<>(whole);
      for (Map.Entry<String, OperationResult> calls : stage.operations().entrySet()) {
        cells.add(calls.getKey());
        OperationFigure.OF_STAGES.forEach(
            figure -> cells.add(figure.text(calls.getValue(), stage.seconds())));
        table.row(cells.toArray());
        cells.clear();
        whole.forEach(cell -> cells.add(""));
      }
    }
    return table;
  }

  /** The column is only shown for runs with retries, since the table is as wide as a screen. */
  static boolean showRetries(RunRecord run) {
    return run.operations().values().stream()
        .map(OperationResult::retriesMs)
        .anyMatch(part -> part != null && part.p99() > 0);
  }

  static List<String> registry(RegistryResult registry, Language language) {
    List<RegistryCount> figures = RegistryCount.IN_TABLES;
    Map<String, RegistryStats> rows = registry.byNode();
    if (rows.isEmpty()) {
      rows = Map.of(language.say("table.allNodes"), registry.worst());
    } else if (rows.size() > 1 && alike(rows.values(), figures)) {
      String each = language.say("table.eachNode", with("nodes", rows.size()));
      rows = Map.of(each, rows.values().iterator().next());
    }
    Table table = Table.of(row("registry", figures, RegistryCount::heading));
    rows.forEach(
        (node, counts) ->
            table.row(
                row(
                        node,
                        figures,
                        figure -> counts.get(figure).map(NumberText::count).orElse(UNKNOWN))
                    .toArray()));
    return table.lines(language);
  }

  private static boolean alike(Collection<RegistryStats> nodes, List<RegistryCount> figures) {
    return nodes.stream().map(node -> figures.stream().map(node::get).toList()).distinct().count()
        == 1;
  }

  private static <F> List<String> row(
      String first, Collection<F> figures, Function<F, String> cell) {
    return Stream.concat(Stream.of(first), figures.stream().map(cell)).toList();
  }

  static List<String> servers(Map<String, Server> servers, double seconds, Language language) {
    Table table =
        Table.of("server", "coresUsed", "atMost", "threads", "heapMb", "gcMs", "connections");
    servers.forEach(
        (node, server) ->
            table.row(
                node,
                cores(server, seconds, language),
                server.cpu().cpuShareMax() == null
                    ? UNKNOWN
                    : of("%.2f", server.cpu().cpuShareMax()),
                count(server.threadsMax()),
                megabytes(server.heapMaxBytes()),
                count(server.gcMs()),
                count(server.connectionsMax())));
    return table.lines(language);
  }

  private static String cores(Server server, double seconds, Language language) {
    if (server.sharesProcessOf() != null) {
      return language.say("table.inProcess", with("node", server.sharesProcessOf()));
    }
    return !server.measuredCpu() || seconds <= 0
        ? UNKNOWN
        : of("%.2f", server.cpuSeconds() / seconds);
  }
}
