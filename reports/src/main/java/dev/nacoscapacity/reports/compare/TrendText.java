package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.Trend.Expected;
import dev.nacoscapacity.reports.compare.Trend.Figure;
import dev.nacoscapacity.reports.compare.Trend.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Runs over time as tables and sentences. */
public final class TrendText {

  private static final int DECIMALS = 1;

  private TrendText() {}

  /** One row for each figure: the newest run, and the first that was out of its band. */
  public static Table wide(Trend trend, Language language) {
    int newest = trend.newest();
    return Table.whole(
        trend.figures(),
        List.of(
            Field.text("figure", each -> each.measure().words().in(language)),
            Field.text("", each -> each.measure().unit()),
            Field.number("newest", DECIMALS, each -> each.value(newest).map(TrendText::figure)),
            Field.number(
                "band", DECIMALS, each -> each.expected().get(newest).map(TrendText::band)),
            Field.text("stands", each -> stands(each, newest, language)),
            Field.text("first out of band", each -> firstOut(trend, each, language))));
  }

  private static String stands(Figure figure, int run, Language language) {
    return language.say("trend.stands." + figure.standing(run).word());
  }

  /** One row for each figure and run that has it: the table for programs. */
  public static Table tall(Trend trend) {
    List<Point> points = new ArrayList<>();
    for (Figure figure : trend.figures()) {
      Optional<Integer> first = figure.firstOut();
      for (int run = 0; run < trend.runs().size(); run++) {
        if (figure.value(run).isPresent()) {
          boolean isFirst = first.equals(Optional.of(run));
          points.add(new Point(figure, run, trend.runs().get(run), isFirst));
        }
      }
    }
    return Table.of(
        points,
        List.of(
            Field.text("operation", each -> each.of.measure().operation()),
            Field.text("figure", each -> each.of.measure().key()),
            Field.text("unit", each -> each.of.measure().unit()),
            Field.text("folder", each -> each.run.path()),
            Field.text("started", each -> each.run.startedAt()),
            Field.text("verdict", each -> each.run.status().map(Status::word)),
            Field.number("series", 0, each -> each.run.series() + 1),
            Field.number("value", DECIMALS, each -> each.of.value(each.at)),
            Field.number("median", DECIMALS, each -> each.expected().map(Expected::median)),
            Field.number("low", DECIMALS, each -> each.expected().map(Expected::low)),
            Field.number("high", DECIMALS, each -> each.expected().map(Expected::high)),
            Field.text("standing", each -> each.of.standing(each.at).word()),
            Field.text("first_out", Point::firstOut)));
  }

  /** One figure of one run. */
  private record Point(Figure of, int at, Trend.Run run, boolean firstOut) {

    Optional<Expected> expected() {
      return of.expected().get(at);
    }
  }

  /** A value. */
  public static String figure(double value) {
    return ComparisonText.decimal(value);
  }

  /** The median of earlier runs, and the bounds of the band. */
  public static String band(Expected expected) {
    return "%s [%s, %s]"
        .formatted(figure(expected.median()), figure(expected.low()), figure(expected.high()));
  }

  /** The first run of a figure that was out of its band, and on which side; empty for none. */
  private static Optional<String> firstOut(Trend trend, Figure figure, Language language) {
    return figure
        .firstOut()
        .map(run -> trend.runs().get(run).path() + ", " + stands(figure, run, language));
  }

  /** Where the newest run stands. */
  public static Message newest(Trend trend) {
    Trend.Run run = trend.runs().get(trend.newest());
    Arguments arguments = with("run", run.path().toString());
    if (!run.conclusive()) {
      return Message.of("trend.inconclusive", arguments);
    }
    List<Figure> worse = trend.newest(Standing.WORSE);
    List<Figure> better = trend.newest(Standing.BETTER);
    if (worse.isEmpty() && better.isEmpty() && trend.newest(Standing.WITHIN).isEmpty()) {
      return Message.of("trend.few", arguments.and("least", Trend.LEAST_EARLIER));
    }
    return Message.of(
        worse.isEmpty() ? "trend.within" : "trend.worse",
        arguments.and("worse", names(worse)).and("better", names(better)));
  }

  /** Empty without figures, so that a sentence leaves its part out. */
  private static Optional<Message> names(List<Figure> figures) {
    return figures.stream()
        .map(each -> each.measure().words())
        .reduce((names, next) -> Message.of("trend.names", with("names", names).and("next", next)));
  }

  /** How the band is made. */
  public static Message rule() {
    return Message.of("trend.rule", with("least", Trend.LEAST_EARLIER));
  }

  /** Why some runs' figures say less than a measurement of Nacos; each reason once. */
  public static List<Message> cautions(Trend trend) {
    return trend.series().stream().flatMap(each -> each.caution().stream()).distinct().toList();
  }

  /** What differs from the series before; empty for the first series. */
  public static String changed(Trend.Series series) {
    return series.changed().entrySet().stream()
        .map(setting -> setting.getKey() + " " + setting.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The sentences under the table. */
  public static List<Message> notes(Trend trend) {
    List<Message> notes = new ArrayList<>();
    notes.add(newest(trend));
    for (int i = 1; i < trend.series().size(); i++) {
      Trend.Series series = trend.series().get(i);
      notes.add(
          Message.of(
              "trend.series",
              with("series", i + 1)
                  .and("runs", series.size())
                  .and("first", trend.runs().get(series.first()).path().toString())
                  .and("changed", changed(series))));
    }
    notes.add(rule());
    return notes;
  }
}
