package dev.nacoscapacity.simulator.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import org.HdrHistogram.HistogramIterationValue;

/** Makes metrics under this tool's prefix. */
final class Metrics {

  private static final String PREFIX = "nacos_capacity_";

  /**
   * In seconds. From a stand-in's tenths of a millisecond to the 50 s of the real client's timeout;
   * 1 s is the verdict's bound, and long polls are held for 29.5 s.
   */
  private static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    15, 20, 25, 29, 30, 31, 45, 60
  };

  private static final double MICROS = 1e6;

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
  Histogram durations(String name, String help, String... labels) {
    return Histogram.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(BOUNDS)
        .register(registry);
  }

  /** Adds the durations of a second. */
  static void add(org.HdrHistogram.Histogram micros, DistributionDataPoint to) {
    for (HistogramIterationValue value : micros.recordedValues()) {
      double seconds = micros.medianEquivalentValue(value.getValueIteratedTo()) / MICROS;
      for (long i = value.getCountAddedInThisIterationStep(); i > 0; i--) {
        to.observe(seconds);
      }
    }
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
