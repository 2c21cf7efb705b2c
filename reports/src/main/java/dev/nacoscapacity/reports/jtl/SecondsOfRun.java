package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.stats.RunStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Groups the lines of a JTL by second and operation. The lines come nearly in the order of their
 * end times. A second is written once a line arrives that is a minute newer; lines that arrive even
 * later count in the oldest open second.
 */
final class SecondsOfRun {

  private static final long OPEN = 60;

  private final TreeMap<Long, RunStats> open = new TreeMap<>();
  private final JtlSurvey survey;
  private final Recorder recorder;

  SecondsOfRun(JtlSurvey survey, Recorder recorder) {
    this.survey = survey;
    this.recorder = recorder;
  }

  void add(JtlRow row) {
    long second = Math.max(0, (row.end() - survey.first()) / 1000);
    if (!open.isEmpty() && second < open.lastKey() - OPEN) {
      second = open.firstKey();
    }
    survey.labels().add(row, open.computeIfAbsent(second, s -> new RunStats(List.of())));
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
    Instant end = Instant.ofEpochMilli(survey.first() + (second.getKey() + 1) * 1000);
    recorder.second(end, from, from + 1, survey.phase(from + 0.5), second.getValue());
    recorder.flush();
  }
}
