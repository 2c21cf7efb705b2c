package dev.nacoscapacity.reports.published;

import dev.nacoscapacity.reports.text.Column;
import dev.nacoscapacity.reports.text.Table;
import java.util.List;

/**
 * Where JMeter's threads bound the published figures. A thread waits for each answer, so a pool of
 * them offers at most threads / response time, whatever it is told to offer.
 */
public final class ThreadCeilings {

  /** Below this a pool that has the calls evenly spread among its threads still lacks some. */
  private static final double TIGHT = 1.1;

  private ThreadCeilings() {}

  /** A row for each published one that tells threads and response time. */
  public static Table sheet() {
    Table sheet =
        new Table(
            List.of(
                Column.text("auth", "auth"),
                Column.number("threads", "threads", 0),
                Column.number("mean ms", "mean_ms", 0),
                Column.number("ceiling/s", "ceiling_per_second", 1),
                Column.number("instances", "instances", 0),
                Column.number("needed/s", "needed_per_second", 1),
                Column.number("ceiling / needed", "ratio", 2),
                Column.text("threads bind", "threads_bind"),
                Column.text("remark", "remark")));
    for (Entry entry : PublishedReport.entries()) {
      if (entry.clients() != null && entry.meanMs() != null && entry.offered() != null) {
        double ceiling = ceiling(entry.clients(), entry.meanMs());
        double ratio = ceiling / entry.offered();
        sheet.row(
            entry.auth(),
            entry.clients(),
            entry.meanMs(),
            ceiling,
            entry.instances(),
            entry.offered(),
            ratio,
            word(ratio),
            entry.remark());
      }
    }
    return sheet;
  }

  /** Calls a second that so many threads can make when each takes so long. */
  static double ceiling(int threads, double meanMs) {
    return threads * 1000 / meanMs;
  }

  static String word(double ratio) {
    return ratio < 0.995 ? "YES" : ratio < TIGHT ? "just" : "no";
  }
}
