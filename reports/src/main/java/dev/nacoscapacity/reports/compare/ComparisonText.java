package dev.nacoscapacity.reports.compare;

import dev.nacoscapacity.core.repeats.Difference;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.reports.compare.Measure.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A comparison as tables and sentences. */
public final class ComparisonText {

  private static final int DECIMALS = 1;

  private ComparisonText() {}

  /** Which run each letter stands for, and which settings differ. */
  public static Table head(RunComparison comparison) {
    List<Field<Integer>> fields = new ArrayList<>();
    fields.add(Field.text("run", RunComparison::letter));
    fields.add(Field.text("folder", comparison::folder));
    fields.add(
        Field.text(
            "verdict",
            i -> {
              Verdict verdict = comparison.runs().get(i).run().verdict();
              return verdict == null ? null : verdict.status().toString();
            }));
    comparison.differing().forEach((name, values) -> fields.add(Field.text(name, values::get)));
    return Table.of(IntStream.range(0, comparison.runs().size()).boxed().toList(), fields);
  }

  /** One row for each figure: the table for people. */
  public static Table wide(RunComparison comparison) {
    List<Field<Measure>> fields = new ArrayList<>();
    fields.add(Field.text("figure", Measure::name));
    fields.add(Field.text("", Measure::unit));
    for (int i = 0; i < comparison.runs().size(); i++) {
      int run = i;
      String letter = RunComparison.letter(i);
      fields.add(Field.number(letter, DECIMALS, each -> figure(each.values().get(run))));
      if (i > 0) {
        fields.add(
            Field.number(
                letter + " - A",
                letter + "_minus_A",
                DECIMALS,
                each -> apart(each.values().get(run))));
      }
    }
    return Table.of(comparison.measures(), fields);
  }

  /** A figure, with the interquartile range of its seconds if it has them; null when unknown. */
  public static String figure(Value value) {
    return value == null ? null : decimal(value.value()) + range(value.low(), value.high(), false);
  }

  /** A difference, with its bootstrap range if the figure has seconds; null when unknown. */
  public static String apart(Value value) {
    Difference apart = value == null ? null : value.difference();
    return apart == null ? null : signed(apart.value()) + range(apart.low(), apart.high(), true);
  }

  private static String range(Double low, Double high, boolean signed) {
    return low == null
        ? ""
        : " [%s, %s]"
            .formatted(signed ? signed(low) : decimal(low), signed ? signed(high) : decimal(high));
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

  /** One row for each figure and run: the table for programs. */
  public static Table tall(RunComparison comparison) {
    List<Cell> data = new ArrayList<>();
    for (Measure measure : comparison.measures()) {
      for (int run = 0; run < measure.values().size(); run++) {
        if (measure.values().get(run) != null) {
          data.add(new Cell(measure, run, measure.values().get(run)));
        }
      }
    }
    return Table.of(
        data,
        List.of(
            Field.text("operation", each -> each.of.operation()),
            Field.text("figure", each -> each.of.key()),
            Field.text("unit", each -> each.of.unit()),
            Field.text("run", each -> RunComparison.letter(each.run)),
            Field.text("folder", each -> comparison.runs().get(each.run).path().toString()),
            Field.number("value", DECIMALS, each -> each.value.value()),
            Field.number("q1", DECIMALS, each -> each.value.low()),
            Field.number("q3", DECIMALS, each -> each.value.high()),
            Field.number("difference", DECIMALS, each -> each.apart(Difference::value)),
            Field.number("low", "difference_low", DECIMALS, each -> each.apart(Difference::low)),
            Field.number(
                "high", "difference_high", DECIMALS, each -> each.apart(Difference::high))));
  }

  /** One figure of one run. */
  private record Cell(Measure of, int run, Value value) {

    Double apart(Function<Difference, Double> which) {
      return value.difference() == null ? null : which.apply(value.difference());
    }
  }

  /** Settings that are the same in all runs. */
  public static String same(RunComparison comparison) {
    return "The same in all runs: "
        + comparison.same().entrySet().stream()
            .map(setting -> setting.getKey() + " " + setting.getValue())
            .collect(Collectors.joining(", "))
        + ".";
  }

  /** Caveats for the reader. */
  public static List<String> notes(RunComparison comparison) {
    List<String> notes = new ArrayList<>(comparison.cautions());
    notes.add(
        "Figures are of the measurement window, those of connect, login, register, subscribe,"
            + " deregister and pushes of the whole run: latency from the time a call was due; wait (for a"
            + " connection), retry and serve are parts of it. Registry: each node's worst moment.");
    notes.add(
        "by second: the median of the seconds' percentiles, and [first, third quartile]; of a"
            + " difference, [range] of a bootstrap of blocks of 10 s within each run. It shows how"
            + " steady these runs were and is no confidence interval: between two equal runs of 60 s"
            + " it leaves out 0 in 1 to 3 of 10 cases. Repeat each run to know how runs differ.");
    return notes;
  }
}
