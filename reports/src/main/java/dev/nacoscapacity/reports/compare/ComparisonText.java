package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.reports.compare.Measure.Value;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.statistics.Difference;
import dev.nacoscapacity.reports.text.Column;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison as tables and sentences. */
public final class ComparisonText {

  private static final int DECIMALS = 1;

  private ComparisonText() {}

  /** What the letters stand for, and what sets the runs apart. */
  public static Table head(RunComparison comparison) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("run", "run")));
    columns.add(Column.text("folder", "folder"));
    columns.add(Column.text("verdict", "verdict"));
    comparison.differing().keySet().forEach(name -> columns.add(Column.text(name, name)));
    Table sheet = new Table(columns);
    for (int i = 0; i < comparison.runs().size(); i++) {
      List<Object> cells = new ArrayList<>();
      cells.add(RunComparison.letter(i));
      cells.add(comparison.folder(i));
      cells.add(verdict(comparison.runs().get(i).run()));
      for (List<String> values : comparison.differing().values()) {
        cells.add(values.get(i));
      }
      sheet.row(cells.toArray());
    }
    return sheet;
  }

  private static String verdict(RunRecord run) {
    return run.verdict() == null ? null : run.verdict().status().toString();
  }

  /** A row a figure, for people. */
  public static Table wide(RunComparison comparison) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("figure", "figure"));
    columns.add(Column.text("", "unit"));
    for (int i = 0; i < comparison.runs().size(); i++) {
      String letter = RunComparison.letter(i);
      columns.add(Column.number(letter, letter, DECIMALS));
      if (i > 0) {
        columns.add(Column.number(letter + " - A", letter + "_minus_A", DECIMALS));
      }
    }
    Table sheet = new Table(columns);
    for (Measure measure : comparison.measures()) {
      List<Object> cells = new ArrayList<>(List.of(measure.name(), measure.unit()));
      for (int i = 0; i < measure.values().size(); i++) {
        Value value = measure.values().get(i);
        cells.add(value == null ? null : figure(value));
        if (i > 0) {
          cells.add(value == null || value.difference() == null ? null : apart(value.difference()));
        }
      }
      sheet.row(cells.toArray());
    }
    return sheet;
  }

  /** A figure and, of seconds, where the middle half of them lies. */
  public static String figure(Value value) {
    return value.low() == null
        ? decimal(value.value())
        : "%s [%s, %s]"
            .formatted(decimal(value.value()), decimal(value.low()), decimal(value.high()));
  }

  /** A difference and, of seconds, the range that their scatter leaves it. */
  public static String apart(Difference difference) {
    return difference.low() == null
        ? signed(difference.value())
        : "%s [%s, %s]"
            .formatted(
                signed(difference.value()), signed(difference.low()), signed(difference.high()));
  }

  private static String decimal(double value) {
    if (value == Math.rint(value)) {
      return NumberText.count(value);
    }
    return Math.abs(value) < 1 ? NumberText.of("%.2f", value) : NumberText.decimal(value);
  }

  private static String signed(double value) {
    String size = decimal(Math.abs(value));
    return size.equals("0") || size.equals("0.00") ? "0" : (value < 0 ? "-" : "+") + size;
  }

  /** A row a figure and run, for programs. */
  public static Table tall(RunComparison comparison) {
    Table sheet =
        new Table(
            List.of(
                Column.text("operation", "operation"),
                Column.text("figure", "figure"),
                Column.text("unit", "unit"),
                Column.text("run", "run"),
                Column.text("folder", "folder"),
                Column.number("value", "value", DECIMALS),
                Column.number("q1", "q1", DECIMALS),
                Column.number("q3", "q3", DECIMALS),
                Column.number("difference", "difference", DECIMALS),
                Column.number("low", "difference_low", DECIMALS),
                Column.number("high", "difference_high", DECIMALS)));
    for (Measure measure : comparison.measures()) {
      for (int i = 0; i < measure.values().size(); i++) {
        Value value = measure.values().get(i);
        if (value != null) {
          Difference apart = value.difference();
          sheet.row(
              measure.operation(),
              measure.key(),
              measure.unit(),
              RunComparison.letter(i),
              comparison.runs().get(i).path().toString(),
              value.value(),
              value.low(),
              value.high(),
              apart == null ? null : apart.value(),
              apart == null ? null : apart.low(),
              apart == null ? null : apart.high());
        }
      }
    }
    return sheet;
  }

  /** Settings that are the same in all runs. */
  public static String same(RunComparison comparison) {
    return "The same in all runs: "
        + comparison.same().entrySet().stream()
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "))
        + ".";
  }

  /** What a reader must know. */
  public static List<String> notes(RunComparison comparison) {
    List<String> notes = new ArrayList<>(comparison.cautions());
    notes.add(
        "Figures are of the judged window: latency from the time a call was due; wait (for a"
            + " connection), retry and serve are parts of it. Registry: each node's worst moment.");
    notes.add(
        "by second: the median of the seconds' percentiles, and [first, third quartile]; of a"
            + " difference, [range] of a bootstrap of blocks of 10 s within each run. It tells how"
            + " steady these runs were and is no confidence interval: between two equal runs of 60 s"
            + " it leaves out 0 in 1 to 3 of 10 cases. Repeat each run to know how runs differ.");
    return notes;
  }
}
