package dev.nacoscapacity.reports.page;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * A run that goes on, as it was at one moment.
 *
 * @param number counts the snapshots of a run
 * @param data what a page that is open already needs to follow
 * @param lastsNanos for how long no new one may be taken
 */
record Snapshot(long number, PageModel model, String data, long lastsNanos) {

  /** Following a run takes this part of a processor at most, */
  private static final int SHARE = 20;

  /** but lets nobody wait for ever. */
  private static final long LONGEST_NANOS = 30_000_000_000L;

  private static final long SHORTEST_NANOS = 2_000_000_000L;

  static Snapshot take(Path folder, long number) {
    long begin = cpuNanos();
    PageModel model = ReportPage.live(folder, number);
    String data = model.liveJson();
    long lasts = Math.max(SHORTEST_NANOS, SHARE * (cpuNanos() - begin));
    return new Snapshot(number, model, data, Math.min(LONGEST_NANOS, lasts));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
