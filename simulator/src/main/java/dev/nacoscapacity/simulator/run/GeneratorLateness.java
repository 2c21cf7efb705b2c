package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * When the generator was last late itself. An answer that it misses then says nothing against the
 * registry. One thread adds seconds, any may ask.
 */
public final class GeneratorLateness {

  private static final int PERCENTILE = 99;

  private volatile long lastLate;
  private volatile boolean everLate;

  /** Takes note of a second of the fleet's. */
  public void second(RunStats second, long now) {
    Histogram lag = second.histogram(Distribution.SCHEDULER_LAG);
    if (lag.getTotalCount() > 0
        && TimeUnit.MICROSECONDS.toNanos(lag.getValueAtPercentile(PERCENTILE))
            > AdmissionRate.LATE) {
      lastLate = now;
      everLate = true;
    }
  }

  /** Whether it was late at a moment, or after it. */
  public boolean since(long moment) {
    return everLate && lastLate - moment >= 0;
  }
}
