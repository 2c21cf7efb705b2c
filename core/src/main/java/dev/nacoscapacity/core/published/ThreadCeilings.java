package dev.nacoscapacity.core.published;

import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import java.util.List;

/**
 * Shows where the number of JMeter's threads limited the published figures. A thread waits for each
 * answer, so a pool of threads offers at most threads / response time, whatever rate is configured.
 */
public final class ThreadCeilings {

  /** Below this ratio even a pool with evenly distributed calls runs out of threads at times. */
  private static final double TIGHT = 1.1;

  private ThreadCeilings() {}

  /** One row for each published row with threads and response time. */
  public static Table table() {
    return Table.of(
        PublishedReport.entries().stream()
            .filter(each -> each.clients() != null && each.meanMs() != null)
            .filter(each -> each.offered() != null)
            .toList(),
        List.of(
            new Field<>(Column.text("auth", "auth"), Entry::auth),
            new Field<>(Column.number("threads", "threads", 0), Entry::clients),
            new Field<>(Column.number("mean ms", "mean_ms", 0), Entry::meanMs),
            new Field<>(
                Column.number("ceiling/s", "ceiling_per_second", 1), ThreadCeilings::ceiling),
            new Field<>(Column.number("instances", "instances", 0), Entry::instances),
            new Field<>(Column.number("needed/s", "needed_per_second", 1), Entry::offered),
            new Field<>(Column.number("ceiling / needed", "ratio", 2), ThreadCeilings::ratio),
            new Field<>(Column.text("threads bind", "threads_bind"), each -> word(ratio(each))),
            new Field<>(Column.text("remark", "remark"), Entry::remark)));
  }

  private static double ratio(Entry entry) {
    return ceiling(entry) / entry.offered();
  }

  private static double ceiling(Entry entry) {
    return ceiling(entry.clients(), entry.meanMs());
  }

  /** The calls a second that a number of threads can make at a mean response time. */
  static double ceiling(int threads, double meanMs) {
    return threads * 1000 / meanMs;
  }

  static String word(double ratio) {
    return ratio < 0.995 ? "YES" : ratio < TIGHT ? "just" : "no";
  }
}
