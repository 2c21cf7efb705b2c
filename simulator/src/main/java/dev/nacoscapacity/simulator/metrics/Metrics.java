package dev.nacoscapacity.simulator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;

/** Makes metrics under this tool's prefix. */
final class Metrics {

  private static final String PREFIX = "nacos_capacity_";

  private final PrometheusRegistry registry;

  Metrics(PrometheusRegistry registry) {
    this.registry = registry;
  }

  /** The name as scraped ends in {@code _total}. */
  Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(PREFIX + name).help(help).labelNames(labels).register(registry);
  }

  Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder().name(PREFIX + name).help(help).labelNames(labels).register(registry);
  }

  /** A histogram of durations in seconds. */
  DurationHistogram durations(String name, String help, String... labels) {
    DurationHistogram histogram = new DurationHistogram(PREFIX + name, help, labels);
    registry.register(histogram);
    return histogram;
  }

  /** The name of a column in the style of metric names. */
  static String snakeCase(String column) {
    return column.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** A figure's description as a sentence. */
  static String sentence(String description) {
    return Character.toUpperCase(description.charAt(0)) + description.substring(1) + ".";
  }
}
