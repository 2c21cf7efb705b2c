package dev.nacoscapacity.simulator.run;

import java.util.concurrent.TimeUnit;

/**
 * When the generator was last late itself. What it fails to hear then is no word against the
 * registry. One thread tells it of the seconds, any may ask.
 */
public final class GeneratorLateness {

  private static final int PERCENTILE = 99;

  private volatile long lastLate;
  private volatile boolean everLate;

  /** Takes note of a second of the fleet's. */
  public void second(Tally tally, long now) {
    long lagMicros = tally.lag().getValueAtPercentile(PERCENTILE);
    if (tally.lag().getTotalCount() > 0
        && TimeUnit.MICROSECONDS.toNanos(lagMicros) > AdmissionRate.LATE) {
      lastLate = now;
      everLate = true;
    }
  }

  /** Whether it was late at a moment, or after it. */
  public boolean since(long moment) {
    return everLate && lastLate - moment >= 0;
  }
}
