package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;

/** Seconds written by hand, for tests of those who show them. */
public final class Tallies {

  private static final long MILLI = 1_000_000;

  private final Tally tally = new Tally();

  /**
   * Adds calls that all went the same way.
   *
   * @param failure its reason, or null when they were answered well
   */
  public Tallies calls(int calls, Operation operation, long latencyMillis, String failure) {
    for (int i = 0; i < calls; i++) {
      Call call = new Call().reset(operation, 0, 0, 0, 0);
      call.period = 5_000 * MILLI;
      call.markWritten(MILLI);
      call.answered = latencyMillis * MILLI;
      call.failure = failure;
      tally.required(operation);
      tally.started(call);
      tally.completed(call);
    }
    return this;
  }

  /** Adds slots that passed unused. */
  public Tallies missed(int slots, Operation operation, long latencyMillis) {
    for (int i = 0; i < slots; i++) {
      tally.required(operation);
      tally.missed(operation, latencyMillis * MILLI);
    }
    return this;
  }

  /** As many calls are not answered yet. */
  public Tallies underWay(Operation operation, long calls) {
    tally.underWay(operation, calls);
    return this;
  }

  public Tally tally() {
    return tally;
  }
}
