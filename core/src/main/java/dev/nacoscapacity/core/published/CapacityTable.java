package dev.nacoscapacity.core.published;

import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Column;
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
  private final Map<String, List<String>> leftOut = new LinkedHashMap<>();

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
  public List<String> notes() {
    return Stream.concat(
            Stream.of(
                "Published: "
                    + PublishedReport.SOURCE
                    + "; 5 nodes of 16 cores and 32 GB, -Xmx10g,"
                    + " load from other machines. cores, GB: of all nodes together; of a cluster on"
                    + " the generator's machine, what they share with it.",
                "offered, achieved: beats and lists a second. The published instances beat and list"
                    + " every 5 s, %.1f requests/s each; by default ours list every 10 s, 0.3. Never"
                        .formatted(PublishedReport.PER_INSTANCE)
                    + " compare instances without requests/s beside them.",
                "Compares: ratios within one hardware. ratio: what was achieved over the highest"
                    + " that held there without auth. a core: achieved a second and core; compares"
                    + " roughly, since cores differ, and nodes on the generator's machine share its"
                    + " cores with it.",
                "Does not compare: mean ms (JMeter's threads wait for each answer before they send"
                    + " again, so a stall hides; ours is from written to answered) and, in CSV and"
                    + " Markdown, clients (threads there, connections here).",
                "held: a published row reached 99 % of what it offered, and neither it nor a"
                    + " smaller load of its round has unhealthy or missing instances; - where that"
                    + " is not said. A run held when it passed, which also asks for latency and the"
                    + " registry's truth."),
            leftOut.entrySet().stream()
                .map(
                    runs ->
                        "Left out, since %s: %s."
                            .formatted(runs.getKey(), String.join(", ", runs.getValue()))))
        .toList();
  }
}
