package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Operation;

/** Tallies as a fleet would have counted them. */
public final class Tallies {

  private Tallies() {}

  /** Of beats that were all taken up in time, some of which failed. */
  public static Tally beats(long required, long failed) {
    Tally tally = new Tally();
    Tally.Counts beats = tally.of(Operation.BEAT);
    beats.required = required;
    beats.ok = required - failed;
    if (failed > 0) {
      beats.failed.put("timed out", failed);
    }
    return tally;
  }
}
