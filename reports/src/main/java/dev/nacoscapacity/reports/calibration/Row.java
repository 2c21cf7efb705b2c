package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.statistics.Spread;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A case of a table with all its rounds.
 *
 * @param setting the case, by the dimension's key
 * @param rounds in the order in which they were measured; one or more
 */
public record Row(Map<String, String> setting, List<Round> rounds) {

  public Row {
    setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
    rounds = List.copyOf(rounds);
  }

  /** A figure over the rounds; empty when no round has it. */
  public Optional<Spread> spread(String metric) {
    double[] values =
        rounds.stream()
            .map(round -> round.figures().get(metric))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(DoubleStream.of(values)));
  }

  /** What became of rounds that did not go well, each once. */
  public List<String> outcomes() {
    return rounds.stream().map(Round::outcome).filter(Objects::nonNull).distinct().toList();
  }
}
