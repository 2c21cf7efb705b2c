package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The results of a part so far, with comparisons between its cases.
 *
 * @param rows rows with at least one round
 */
public record Results(List<Row> rows) {

  public Results {
    rows = List.copyOf(rows);
  }

  /**
   * The same results, with a figure of each case also in percent of a reference case, in the same
   * round.
   *
   * @param whole the setting of the case that is 100 %
   * @param metric of both cases
   * @param percent the key of the new figure, which is left out when one of the two is missing
   */
  public Results withPercentOf(
      Function<Row, Map<String, String>> whole, String metric, String percent) {
    return new Results(
        rows.stream()
            .map(row -> withPercentOf(row, row(whole.apply(row)), metric, percent))
            .toList());
  }

  private static Row withPercentOf(Row row, Optional<Row> whole, String metric, String percent) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < row.rounds().size(); i++) {
      Round round = row.rounds().get(i);
      Map<String, Double> figures = new LinkedHashMap<>(round.figures());
      ratio(row, whole, metric, i).ifPresent(ratio -> figures.put(percent, 100 * ratio));
      rounds.add(new Round(figures, round.outcome()));
    }
    return new Row(row.setting(), rounds);
  }

  /** The ratio of two cases in a round; empty when one of them has no such figure in that round. */
  private static OptionalDouble ratio(Row above, Optional<Row> below, String metric, int round) {
    if (below.isEmpty() || round >= below.get().rounds().size()) {
      return OptionalDouble.empty();
    }
    Double one = above.rounds().get(round).figures().get(metric);
    Double other = below.get().rounds().get(round).figures().get(metric);
    return one == null || other == null || other == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(one / other);
  }

  /** The row with this setting. */
  public Optional<Row> row(Map<String, String> setting) {
    return rows.stream().filter(row -> row.setting().equals(setting)).findFirst();
  }

  /** The spread of a figure over the rounds of a case. */
  public Optional<Spread> spread(Map<String, String> setting, String metric) {
    return row(setting).flatMap(row -> row.spread(metric));
  }

  /**
   * The spread of the ratio of a figure in two cases, taken round by round.
   *
   * @return empty when no round has both
   */
  public Optional<Spread> ratio(
      Map<String, String> setting, Map<String, String> toSetting, String metric) {
    Optional<Row> ours = row(setting);
    Optional<Row> theirs = row(toSetting);
    double[] ratios =
        IntStream.range(0, ours.map(row -> row.rounds().size()).orElse(0))
            .mapToObj(round -> ratio(ours.get(), theirs, metric, round))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(DoubleStream.of(ratios)));
  }
}
