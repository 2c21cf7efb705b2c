package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.reports.compare.Measure.Quartiles;
import dev.nacoscapacity.reports.compare.Measure.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A comparison as tables and sentences. */
public final class ComparisonText {

  private static final int DECIMALS = 1;

  private ComparisonText() {}

  /** Which run each letter stands for, and which settings differ. */
  public static Table head(RunComparison comparison, Language language) {
    List<Field<Integer>> fields = new ArrayList<>();
    fields.add(Field.text("run", RunComparison::letter));
    fields.add(Field.text("folder", comparison::folder));
    fields.add(
        Field.text(
            "verdict",
            i ->
                comparison
                    .runs()
                    .get(i)
                    .run()
                    .status()
                    .map(status -> language.say("verdict." + status.word()))));
    comparison.differing().forEach((name, values) -> fields.add(Field.text(name, values::get)));
    return Table.of(IntStream.range(0, comparison.runs().size()).boxed().toList(), fields);
  }

  /** One row for each figure: the table for people. */
  public static Table wide(RunComparison comparison, Language language) {
    List<Field<Measure>> fields = new ArrayList<>();
    fields.add(Field.text("figure", each -> each.words().in(language)));
    fields.add(Field.text("", Measure::unit));
    for (int i = 0; i < comparison.runs().size(); i++) {
      int run = i;
      String letter = RunComparison.letter(i);
      fields.add(
          Field.number(
              letter, DECIMALS, each -> each.values().get(run).map(ComparisonText::figure)));
      if (i > 0) {
        fields.add(
            Field.number(
                letter + " - A",
                letter + "_minus_A",
                DECIMALS,
                each -> each.difference(run).map(ComparisonText::signed)));
      }
    }
    return Table.of(comparison.measures(), fields);
  }

  /** A figure, with the interquartile range of its seconds if it has them. */
  public static String figure(Value value) {
    return decimal(value.value())
        + value
            .quartiles()
            .map(of -> " [%s, %s]".formatted(decimal(of.first()), decimal(of.third())))
            .orElse("");
  }

  static String decimal(double value) {
    if (value == Math.rint(value)) {
      return NumberText.count(value);
    }
    return Math.abs(value) < 1 ? NumberText.of("%.2f", value) : NumberText.decimal(value);
  }

  /** A difference, with its sign. */
  public static String signed(double value) {
    String size = decimal(Math.abs(value));
    return size.equals("0") || size.equals("0.00") ? "0" : (value < 0 ? "-" : "+") + size;
  }

  /** One row for each figure and run: the table for programs. */
  public static Table tall(RunComparison comparison) {
    List<Cell> data = new ArrayList<>();
    for (Measure measure : comparison.measures()) {
      for (int run = 0; run < measure.values().size(); run++) {
        int number = run;
        measure.values().get(run).ifPresent(value -> data.add(new Cell(measure, number, value)));
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
            Field.number("q1", DECIMALS, each -> each.value.quartiles().map(Quartiles::first)),
            Field.number("q3", DECIMALS, each -> each.value.quartiles().map(Quartiles::third)),
            Field.number("difference", DECIMALS, each -> each.of.difference(each.run))));
  }

  /** One figure of one run. */
  private record Cell(Measure of, int run, Value value) {}

  /** Settings that are the same in all runs. */
  public static Message same(RunComparison comparison) {
    return Message.of(
        "compare.same",
        with(
            "settings",
            comparison.same().entrySet().stream()
                .map(setting -> setting.getKey() + " " + setting.getValue())
                .collect(Collectors.joining(", "))));
  }

  /** Caveats for the reader. */
  public static List<Message> notes(RunComparison comparison) {
    List<Message> notes = new ArrayList<>(comparison.cautions());
    notes.add(Message.of("compare.figures"));
    notes.add(Message.of("compare.bySecond"));
    return notes;
  }
}
