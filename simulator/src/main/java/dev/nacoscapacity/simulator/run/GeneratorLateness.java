package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Records when the generator was late, because an answer missed then is no evidence against the
 * registry. One thread adds seconds; any thread may query.
 */
public final class GeneratorLateness {

  private static final int PERCENTILE = 99;

  private volatile long lastLate;
  private volatile boolean everLate;

  /** Adds the figures of a second. */
  public void second(RunStats second, long now) {
    Histogram lag = second.histogram(Distribution.SCHEDULER_LAG);
    if (lag.getTotalCount() > 0
        && TimeUnit.MICROSECONDS.toNanos(lag.getValueAtPercentile(PERCENTILE))
            > AdmissionRate.LATE) {
      lastLate = now;
      everLate = true;
    }
  }

  /** Whether the generator was late at or after a moment, in nanoseconds of the same clock. */
  public boolean since(long moment) {
    return everLate && lastLate - moment >= 0;
  }
}
