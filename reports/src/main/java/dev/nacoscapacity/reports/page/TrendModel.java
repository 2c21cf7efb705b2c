package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.Trend;
import dev.nacoscapacity.reports.compare.Trend.Expected;
import dev.nacoscapacity.reports.compare.Trend.Figure;
import dev.nacoscapacity.reports.compare.TrendText;
import gg.jte.Content;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The page of runs over time. */
record TrendModel(Trend trend) implements HtmlPage {

  @Override
  public String template() {
    return "trend.jte";
  }

  @Override
  public List<String> scripts() {
    return List.of("words.js", "figures.js", "plots.js", "points.js", "trend.js");
  }

  @Override
  public Object data() {
    return new Data(
        trend.runs().stream()
            .map(
                run ->
                    new Point(
                        run.path().toString(),
                        HtmlPage.utc(run.startedAt()),
                        run.status().map(Status::word).orElse("none"),
                        run.series()))
            .toList(),
        trend.figures().stream().map(this::plot).toList());
  }

  /**
   * The data for the script.
   *
   * @param figures in the order of their plots
   */
  private record Data(List<Point> runs, List<Plot> figures) {}

  /** A run: the path of its folder, when it began, its verdict's word, its series from 0. */
  private record Point(String name, String started, String status, int series) {}

  /**
   * A figure.
   *
   * @param values one a run, like the next three; NaN where it is unknown or not judged
   * @param firstOut number of the first run that is out of band, -1 for none
   */
  private record Plot(
      String unit,
      double[] values,
      double[] low,
      double[] high,
      List<String> standings,
      int firstOut) {}

  private Plot plot(Figure figure) {
    return new Plot(
        figure.measure().unit(),
        byRun(figure::value),
        byRun(run -> figure.expected().get(run).map(Expected::low)),
        byRun(run -> figure.expected().get(run).map(Expected::high)),
        IntStream.range(0, trend.runs().size())
            .mapToObj(run -> figure.standing(run).word())
            .toList(),
        figure.firstOut().orElse(-1));
  }

  private double[] byRun(Function<Integer, Optional<Double>> value) {
    return IntStream.range(0, trend.runs().size())
        .mapToDouble(run -> value.apply(run).orElse(Double.NaN))
        .toArray();
  }

  String title() {
    return "%s – %s"
        .formatted(
            trend.runs().get(0).path().getFileName(),
            trend.runs().get(trend.newest()).path().getFileName());
  }

  Content newest() {
    return WORDS.both(TrendText.newest(trend));
  }

  Content rule() {
    return WORDS.both(TrendText.rule());
  }

  List<Content> cautions() {
    return TrendText.cautions(trend).stream().map(WORDS::both).toList();
  }
}
