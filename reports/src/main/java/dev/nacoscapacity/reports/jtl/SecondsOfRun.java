package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.stats.RunStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * Groups the lines of a JTL by second and operation. The lines come nearly in the order of their
 * end times. A second is written once a line arrives that is a minute newer; lines that arrive even
 * later count in the oldest open second.
 */
final class SecondsOfRun {

  private static final long OPEN = 60;

  private final TreeMap<Long, RunStats> open = new TreeMap<>();
  private final long epochMillis;
  private final DoubleFunction<String> phases;
  private final JtlLabels labels;
  private final Recorder recorder;

  /**
   * @param epochMillis when the run began
   * @param phases maps seconds since the run began to a phase
   * @param labels that get figures of their own
   */
  SecondsOfRun(
      long epochMillis, DoubleFunction<String> phases, JtlLabels labels, Recorder recorder) {
    this.epochMillis = epochMillis;
    this.phases = phases;
    this.labels = labels;
    this.recorder = recorder;
  }

  void add(JtlRow row) {
    long second = Math.max(0, (row.end() - epochMillis) / 1000);
    if (!open.isEmpty() && second < open.lastKey() - OPEN) {
      second = open.firstKey();
    }
    labels.add(row, open.computeIfAbsent(second, s -> new RunStats(List.of())));
    while (open.lastKey() - open.firstKey() > OPEN) {
      write(open.pollFirstEntry());
    }
  }

  void finish() {
    while (!open.isEmpty()) {
      write(open.pollFirstEntry());
    }
  }

  private void write(Map.Entry<Long, RunStats> second) {
    double from = second.getKey();
    Instant end = Instant.ofEpochMilli(epochMillis + (second.getKey() + 1) * 1000);
    recorder.second(end, from, from + 1, phases.apply(from + 1), second.getValue());
    recorder.flush();
  }
}
