package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.reports.calibration.PartResult.Round;
import dev.nacoscapacity.reports.calibration.PartResult.Row;
import dev.nacoscapacity.reports.statistics.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a part has measured so far, to compare within.
 *
 * @param rows those with one round or more
 */
public record Results(List<Row> rows) {

  public Results {
    rows = List.copyOf(rows);
  }

  /**
   * The same, with a figure of each case in percent of that of another case, of the same round.
   *
   * @param other the setting of the case that is the whole, by what is held against it
   * @param metric of both
   * @param percent the key of the new figure; left out where one of the two is missing
   */
  public Results withPercentOf(
      Function<Row, Map<String, String>> other, String metric, String percent) {
    return new Results(
        rows.stream().map(row -> percentOf(row, row(other.apply(row)), metric, percent)).toList());
  }

  private static Row percentOf(Row row, Optional<Row> whole, String metric, String percent) {
    List<Round> rounds = new ArrayList<>();
    for (int i = 0; i < row.rounds().size(); i++) {
      Round round = row.rounds().get(i);
      Map<String, Double> figures = new LinkedHashMap<>(round.figures());
      Double part = figures.get(metric);
      Double all = figure(whole, i, metric);
      if (part != null && all != null && all != 0) {
        figures.put(percent, 100 * part / all);
      }
      rounds.add(new Round(figures, round.outcome()));
    }
    return new Row(row.setting(), rounds);
  }

  private static Double figure(Optional<Row> row, int round, String metric) {
    return row.map(Row::rounds)
        .filter(rounds -> round < rounds.size())
        .map(rounds -> rounds.get(round).figures().get(metric))
        .orElse(null);
  }

  /** The case with this setting. */
  public Optional<Row> row(Map<String, String> setting) {
    return rows.stream().filter(row -> row.setting().equals(setting)).findFirst();
  }

  /** A figure of a case over its rounds. */
  public Optional<Spread> spread(Map<String, String> setting, String metric) {
    return row(setting).flatMap(row -> row.spread(metric));
  }

  /**
   * A figure of one case over the same figure of another, round by round.
   *
   * @return empty when no round has both
   */
  public Optional<Spread> ratio(
      Map<String, String> setting, Map<String, String> toSetting, String metric) {
    Optional<Row> ours = row(setting);
    Optional<Row> theirs = row(toSetting);
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    List<Double> above = new ArrayList<>();
    List<Double> below = new ArrayList<>();
    List<Round> rounds = ours.get().rounds();
    for (int i = 0; i < Math.min(rounds.size(), theirs.get().rounds().size()); i++) {
      Double one = rounds.get(i).figures().get(metric);
      Double other = theirs.get().rounds().get(i).figures().get(metric);
      if (one != null && other != null && other != 0) {
        above.add(one);
        below.add(other);
      }
    }
    return above.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.ofRatios(above, below, Double::doubleValue));
  }
}
