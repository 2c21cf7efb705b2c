package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.reports.record.Recorder;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The seconds of a run, by operation. Lines of a JTL come nearly in the order of their ends: a
 * second is written when one begins that is a minute younger, and what comes later still goes to
 * the oldest that is open.
 */
final class SecondsOfRun {

  private static final long OPEN = 60;

  private final TreeMap<Long, Map<String, OperationSecond>> open = new TreeMap<>();
  private final long epochMillis;
  private final DoubleFunction<String> phases;
  private final Recorder recorder;

  /**
   * @param epochMillis when the run began
   * @param phases the phase at a moment, in seconds since then
   */
  SecondsOfRun(long epochMillis, DoubleFunction<String> phases, Recorder recorder) {
    this.epochMillis = epochMillis;
    this.phases = phases;
    this.recorder = recorder;
  }

  void add(JtlRow row) {
    long second = Math.max(0, (row.end() - epochMillis) / 1000);
    if (!open.isEmpty() && second < open.lastKey() - OPEN) {
      second = open.firstKey();
    }
    open.computeIfAbsent(second, s -> new TreeMap<>())
        .computeIfAbsent(row.label(), label -> new OperationSecond())
        .add(row);
    while (open.lastKey() - open.firstKey() > OPEN) {
      write(open.pollFirstEntry());
    }
  }

  void finish() {
    while (!open.isEmpty()) {
      write(open.pollFirstEntry());
    }
  }

  private void write(Map.Entry<Long, Map<String, OperationSecond>> second) {
    double from = second.getKey();
    Instant end = Instant.ofEpochMilli(epochMillis + (second.getKey() + 1) * 1000);
    second
        .getValue()
        .forEach(
            (operation, cell) -> {
              recorder.interval(row(end, from + 1, operation, cell));
              if (cell.micros().getTotalCount() > 0) {
                recorder.histogram(operation + ".latency", from, from + 1, cell.micros());
              }
            });
    recorder.flush();
  }

  private IntervalRow row(Instant end, double seconds, String operation, OperationSecond cell) {
    Histogram micros = cell.micros();
    boolean any = micros.getTotalCount() > 0;
    return new IntervalRow(
        end,
        seconds,
        phases.apply(seconds),
        operation,
        cell.required(),
        cell.ok() + cell.failures(),
        cell.ok(),
        cell.failures(),
        cell.missed(),
        0,
        0,
        0,
        0,
        any ? micros.getValueAtPercentile(50) / 1e3 : null,
        any ? micros.getValueAtPercentile(99) / 1e3 : null,
        any ? micros.getMaxValue() / 1e3 : null);
  }
}
