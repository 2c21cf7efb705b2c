package dev.nacoscapacity.jmeter.sampler;

import java.util.List;

/** A shard of a fleet that runs, as the sampler sees it: lines for the JTL, and a way to end it. */
public interface RunningShard {

  /**
   * Waits for what there is to say next.
   *
   * @return at least one line; the run's last one is {@link Line#last()}
   */
  List<Line> next() throws InterruptedException;

  /** Ends the run in order: what was registered is deregistered, the record is written. Waits. */
  void stop();

  /**
   * What became of one operation's calls in one second; or, named {@value #CHECK} and {@value
   * #VERDICT}, how the run begins and ends.
   *
   * @param endMillis when the second ended, since the epoch
   * @param meanMillis latency, from the time the calls were due
   * @param calls that ended; 0 when some were due and none did
   * @param failed how many of them failed
   * @param code of the response: 200, or the run's exit code
   * @param message what else there is to know, as {@code name=value}
   */
  record Line(
      String operation,
      long endMillis,
      long meanMillis,
      int calls,
      int failed,
      String code,
      String message) {

    public static final String CHECK = "check";
    public static final String VERDICT = "verdict";

    public boolean last() {
      return operation.equals(VERDICT);
    }
  }
}
