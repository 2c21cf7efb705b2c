package dev.nacoscapacity.simulator.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.HdrHistogram.HistogramIterationValue;

/** Makes metrics under this tool's prefix. */
final class Metrics {

  private static final String PREFIX = "nacos_capacity_";

  /**
   * Bounds of buckets: from a stand-in's tenths of a millisecond to the 50 s of the real client's
   * timeout; 1 s is the verdict's bound, and long polls are held for 29.5 s.
   */
  private static final double[] SECONDS =
      DoubleStream.of(
              0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1e3, 2.5e3, 5e3, 10e3, 15e3,
              20e3, 25e3, 29e3, 30e3, 31e3, 45e3, 60e3)
          .map(millis -> millis / 1e3)
          .toArray();

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
        .classicUpperBounds(SECONDS)
        .register(registry);
  }

  /** Adds durations of one second, in microseconds, to a histogram of seconds. */
  static void observe(org.HdrHistogram.Histogram micros, DistributionDataPoint to) {
    for (HistogramIterationValue value : micros.recordedValues()) {
      double seconds = micros.medianEquivalentValue(value.getValueIteratedTo()) / 1e6;
      for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
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
