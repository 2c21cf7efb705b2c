package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The results of a part so far, with comparisons between its cases.
 *
 * @param rows rows with at least one round
 */
public record Results(List<Row> rows) {

  /** The row with this setting. */
  Optional<Row> row(String setting) {
    return rows.stream()
        .filter(row -> String.join("|", row.setting().values()).equals(setting))
        .findFirst();
  }

  /** The spread of a figure over the rounds of a case. */
  public Optional<Spread> spread(String setting, String metric) {
    return row(setting).flatMap(row -> row.spread(metric));
  }

  /** The median of a figure over the rounds of a case; 0 when there is none. */
  public double median(String setting, String metric) {
    return spread(setting, metric).map(Spread::median).orElse(0.0);
  }

  /** The ratio of a figure of two cases, taken round by round; empty when no round has both. */
  Optional<Spread> ratio(String above, String metric, String below, String other) {
    List<Double> over = figures(above, metric);
    List<Double> under = figures(below, other);
    double[] ratios =
        IntStream.range(0, Math.min(over.size(), under.size()))
            .mapToDouble(round -> over.get(round) / under.get(round))
            .filter(Double::isFinite)
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Spread.of(DoubleStream.of(ratios)));
  }

  /** A figure in each round; NaN where it is missing. */
  private List<Double> figures(String setting, String metric) {
    return row(setting).stream()
        .flatMap(row -> row.rounds().stream())
        .map(round -> round.figures().getOrDefault(metric, Double.NaN))
        .toList();
  }
}
