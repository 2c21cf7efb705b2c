package dev.nacoscapacity.simulator.engine;

/**
 * The stretch of a run that its verdict rests on, in {@link System#nanoTime()}: calls that were due
 * in it count.
 *
 * @param start the first moment
 * @param end the first moment after it
 * @param longPollHold how long a server holds a long poll. A long poll counts when its answer, not
 *     its start, falls due within the stretch; otherwise each run would have to outlast its window
 *     by another round.
 */
public record MeasurementWindow(long start, long end, long longPollHold) {

  /**
   * @param ended when the call was over
   */
  boolean contains(long due, long ended, boolean longPoll) {
    long moment = longPoll ? due + Math.min(longPollHold, ended - due) : due;
    return moment - start >= 0 && moment - end < 0;
  }
}
