package dev.nacoscapacity.simulator.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** What Prometheus would get. */
final class Scraped {

  private Scraped() {}

  static List<String> lines(PrometheusRegistry registry) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(text, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(UTF_8).lines().toList();
  }
}
