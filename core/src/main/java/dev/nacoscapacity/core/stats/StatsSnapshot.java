package dev.nacoscapacity.core.stats;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * {@link RunStats} as JSON, including complete distributions, for a process of the same version on
 * the same machine.
 *
 * @param operations counts by label and column
 * @param failures by label and reason
 * @param waves counts by column
 * @param distributions HdrHistogram's compressed bytes by tag
 */
record StatsSnapshot(
    Map<String, RegistryStats> registry,
    Map<String, Map<String, Long>> operations,
    Map<String, Map<String, Long>> failures,
    Map<String, Long> shortages,
    List<Map<String, Long>> waves,
    Map<String, byte[]> distributions) {

  static StatsSnapshot of(RunStats stats) {
    Map<String, Map<String, Long>> operations = new LinkedHashMap<>();
    Map<String, Map<String, Long>> failures = new LinkedHashMap<>();
    stats
        .operations()
        .forEach(
            (label, calls) -> {
              operations.put(label, calls.columns());
              failures.put(label, calls.failures());
            });
    Map<String, byte[]> distributions = new LinkedHashMap<>();
    stats.histograms().forEach((tag, micros) -> distributions.put(tag, bytes(micros)));
    return new StatsSnapshot(
        stats.registry(),
        operations,
        failures,
        stats.shortages(),
        stats.waves().stream().map(WaveStats::columns).toList(),
        distributions);
  }

  /**
   * The figures.
   *
   * @throws IllegalArgumentException when a distribution is damaged
   */
  RunStats stats() {
    RunStats stats = new RunStats(List.copyOf(registry.keySet()));
    registry.forEach((node, listed) -> stats.registry().get(node).append(listed));
    operations.forEach((label, counts) -> stats.of(label).set(counts));
    failures.forEach((label, reasons) -> stats.of(label).failures().putAll(reasons));
    stats.shortages().putAll(shortages);
    for (int wave = 0; wave < waves.size(); wave++) {
      stats.wave(wave).set(waves.get(wave));
    }
    distributions.forEach((tag, bytes) -> stats.addHistogram(tag, histogram(bytes)));
    return stats;
  }

  private static byte[] bytes(Histogram micros) {
    ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  private static Histogram histogram(byte[] bytes) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("no distribution", e);
    }
  }
}
