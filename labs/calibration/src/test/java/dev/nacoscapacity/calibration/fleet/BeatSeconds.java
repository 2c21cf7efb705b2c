package dev.nacoscapacity.calibration.fleet;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;

/** Seconds as a fleet would have counted them. */
public final class BeatSeconds {

  private BeatSeconds() {}

  /** Of beats that were all taken up in time, some of which failed. */
  public static RunStats beats(long required, long failed) {
    RunStats stats = new RunStats(PacedFleet.NODES);
    OperationStats beats = stats.of(Operation.BEAT);
    beats.add(OperationCount.REQUIRED, required);
    beats.add(OperationCount.OK, required - failed);
    if (failed > 0) {
      beats.fail("timed out", failed);
    }
    return stats;
  }
}
