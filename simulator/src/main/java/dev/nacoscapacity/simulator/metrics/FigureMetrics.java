package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.stats.Counts;
import dev.nacoscapacity.core.stats.Figure;
import dev.nacoscapacity.core.stats.Fold;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Figures of one kind: a counter for each sum, a gauge for each state. */
final class FigureMetrics<F extends Enum<F> & Figure> {

  private final Map<F, Counter> sums = new HashMap<>();
  private final Map<F, Gauge> states = new HashMap<>();

  /**
   * @param prefix of their names, to which the columns are appended
   */
  FigureMetrics(Metrics metrics, String prefix, Collection<F> figures, String... labels) {
    for (F figure : figures) {
      String name = prefix + Metrics.snakeCase(figure.column());
      String help = Metrics.sentence(figure.description());
      if (figure.overTime() == Fold.SUM) {
        sums.put(figure, metrics.counter(name, help, labels));
      } else {
        states.put(figure, metrics.gauge(name, help, labels));
      }
    }
  }

  /** Adds the figures of one second; an unknown state is not a number. */
  void add(Counts<F> second, String... values) {
    sums.forEach((figure, counter) -> counter.labelValues(values).inc(second.count(figure)));
    states.forEach(
        (figure, gauge) ->
            gauge
                .labelValues(values)
                .set(second.get(figure).map(Long::doubleValue).orElse(Double.NaN)));
  }
}
