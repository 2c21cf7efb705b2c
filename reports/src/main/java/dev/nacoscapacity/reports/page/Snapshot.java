package dev.nacoscapacity.reports.page;

import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * A run that goes on, as it was at one moment.
 *
 * @param number counts the snapshots of a run
 * @param html the page
 * @param data what a page that is open already needs to follow
 * @param staleAt when a new one may be taken, on the clock that it was taken by
 */
record Snapshot(long number, String html, String data, long staleAt) {

  /** A new one takes this part of a processor at most. */
  private static final int SHARE = 20;

  private static final long SHORTEST_NANOS = 2_000_000_000L;

  static Snapshot take(Path folder, long number, LongSupplier nanoClock) {
    long begin = nanoClock.getAsLong();
    PageModel model = ReportPage.live(folder, number);
    String html = ReportPage.html(model);
    String data = model.liveJson();
    long end = nanoClock.getAsLong();
    return new Snapshot(number, html, data, end + Math.max(SHORTEST_NANOS, SHARE * (end - begin)));
  }
}
