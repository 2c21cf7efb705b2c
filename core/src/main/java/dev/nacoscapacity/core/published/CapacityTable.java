package dev.nacoscapacity.core.published;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs beside the published capacity report, with notes on which figures are comparable. */
public final class CapacityTable {

  private final List<Entry> entries = new ArrayList<>(PublishedReport.entries());
  private final Map<Message, List<String>> leftOut = new LinkedHashMap<>();

  private CapacityTable() {}

  /** The published rows, followed by the runs. */
  public static CapacityTable of(Collection<RunFolder> runs) {
    CapacityTable table = new CapacityTable();
    for (RunFolder run : runs) {
      RunEntry.leftOut(run.run())
          .ifPresentOrElse(
              reason ->
                  table
                      .leftOut
                      .computeIfAbsent(reason, r -> new ArrayList<>())
                      .add(run.path().toString()),
              () -> table.entries.add(RunEntry.of(run)));
    }
    return table;
  }

  public Table table() {
    Map<String, Double> best = bestWithoutAuth();
    return Table.of(
        entries,
        List.of(
            Field.text("who", Entry::who),
            Field.text("version", entry -> entry.cluster().version()),
            Field.text("auth", entry -> entry.cluster().auth()),
            Field.number("nodes", 0, entry -> entry.cluster().nodes()),
            Field.number("cores", 0, CapacityTable::cores),
            Field.number("GB", "memory_gb", 0, entry -> entry.cluster().memoryGb()),
            new Field<>(
                Column.number("clients", "clients", 0).onlyWide(), entry -> entry.load().clients()),
            new Field<>(
                Column.number("services", "services", 0).onlyWide(),
                entry -> entry.load().services()),
            Field.number("instances", 0, entry -> entry.load().instances()),
            Field.number("offered", "offered_per_second", 0, Entry::offered),
            Field.number("achieved", "achieved_per_second", 0, entry -> entry.result().achieved()),
            Field.number("%", "achieved_percent", 1, Entry::percent),
            Field.number("mean ms", "mean_ms", 1, entry -> entry.result().meanMs()),
            Field.number("a core", "per_second_and_core", 0, Entry::perCore),
            Field.number(
                "ratio", "ratio_to_no_auth", 2, entry -> ratio(entry, best.get(entry.series()))),
            Field.text(
                "held",
                entry ->
                    entry.result().held() == null ? null : entry.result().held() ? "yes" : "NO"),
            Field.text("remark", Entry::remark)));
  }

  /** A quota can be less than a core. */
  private static BigDecimal cores(Entry entry) {
    Double cores = entry.cluster().cores();
    return cores == null ? null : new BigDecimal(NumberText.exact(cores));
  }

  /** The highest rate of each series that held without auth. */
  private Map<String, Double> bestWithoutAuth() {
    return entries.stream()
        .filter(
            entry ->
                Boolean.TRUE.equals(entry.result().held())
                    && entry.cluster().auth().equals(Entry.OFF))
        .filter(entry -> entry.load().instances() != null)
        .collect(Collectors.toMap(Entry::series, Entry::carried, Math::max));
  }

  private static Double ratio(Entry entry, Double best) {
    return best == null || entry.load().instances() == null || entry.carried() == null
        ? null
        : entry.carried() / best;
  }

  /**
   * Notes for the reader: the source, which figures are comparable, and which runs are left out.
   */
  public List<Message> notes() {
    return Stream.concat(
            Stream.of(
                Message.of("published.source", with("source", PublishedReport.SOURCE)),
                Message.of("published.rates", with("each", PublishedReport.PER_INSTANCE)),
                Message.of("published.compares"),
                Message.of("published.differs"),
                Message.of("published.held")),
            leftOut.entrySet().stream()
                .map(
                    runs ->
                        Message.of(
                            "published.leftOut",
                            with("why", runs.getKey())
                                .and("runs", String.join(", ", runs.getValue())))))
        .toList();
  }
}
