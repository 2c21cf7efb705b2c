package dev.nacoscapacity.jmeter.sampler;

import java.util.List;

/**
 * The sampler's interface to a running shard of a fleet: lines for the JTL, and a way to stop the
 * shard.
 */
public interface RunningShard {

  /**
   * Waits for the next lines.
   *
   * @return at least one line; {@link Line#last()} holds for the last line of the run
   */
  List<Line> next() throws InterruptedException;

  /**
   * Stops the run in order: instances are deregistered, and the record is written. Returns after
   * that.
   */
  void stop();

  /**
   * Results of one operation's calls in one second; or, named {@value #CHECK} and {@value
   * #VERDICT}, the start and the end of the run.
   *
   * @param endMillis when the second ended, since the epoch
   * @param meanMillis mean latency, from the due times
   * @param calls ended calls; 0 when some were due and none ended
   * @param failed failed calls
   * @param code of the response: 200, or the run's exit code
   * @param message further figures, as {@code name=value}
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
