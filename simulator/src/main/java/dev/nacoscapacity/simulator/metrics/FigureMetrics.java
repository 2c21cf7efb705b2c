package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.core.stats.Fold;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.EnumMap;
import java.util.Map;

/** What each node lists of the fleet: the columns of registry.csv. */
final class RegistryMetrics {

  private static final String NODE = "node";

  private final Map<RegistryCount, Gauge> states = new EnumMap<>(RegistryCount.class);
  private final Map<RegistryCount, Counter> counters = new EnumMap<>(RegistryCount.class);

  RegistryMetrics(Metrics metrics) {
    for (RegistryCount figure : RegistryCount.values()) {
      String name = "registry_" + Metrics.snakeCase(figure.column());
      String help = Metrics.sentence(figure.description());
      if (figure.overTime() == Fold.SUM) {
        counters.put(figure, metrics.counter(name, help, NODE));
      } else {
        states.put(figure, metrics.gauge(name, help, NODE));
      }
    }
  }

  /** Adds the figures of a node in one second. */
  void add(String node, RegistryStats listed) {
    counters.forEach((figure, counter) -> counter.labelValues(node).inc(listed.count(figure)));
    states.forEach(
        (figure, gauge) -> {
          Long value = listed.get(figure);
          gauge.labelValues(node).set(value == null ? Double.NaN : value);
        });
  }
}
