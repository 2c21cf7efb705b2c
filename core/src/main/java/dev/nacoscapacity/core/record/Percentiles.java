package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/** A distribution of durations, in ms. */
public record Percentiles(
    double mean, double p50, double p90, double p95, double p99, double p999, double max) {

  /** As recorded; where it has no p95, as before 2026-11-29, p99 bounds it from above. */
  @JsonCreator
  static Percentiles recorded(
      @JsonProperty("mean") double mean,
      @JsonProperty("p50") double p50,
      @JsonProperty("p90") double p90,
      @JsonProperty("p95") Double p95,
      @JsonProperty("p99") double p99,
      @JsonProperty("p999") double p999,
      @JsonProperty("max") double max) {
    return new Percentiles(mean, p50, p90, p95 == null ? p99 : p95, p99, p999, max);
  }

  /** Reads a histogram of microseconds; empty when the histogram is. */
  public static Optional<Percentiles> ofMicros(AbstractHistogram micros) {
    return micros.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(
            new Percentiles(
                Math.round(micros.getMean()) / 1e3,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(90) / 1e3,
                micros.getValueAtPercentile(95) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getValueAtPercentile(99.9) / 1e3,
                micros.getMaxValue() / 1e3));
  }
}
