package dev.nacoscapacity.simulator.engine;

/**
 * The interval of a run that its verdict rests on, in {@link System#nanoTime()}. Calls that were
 * due in it count.
 *
 * @param start inclusive
 * @param end exclusive
 * @param longPollHold how long a server holds a long poll. A long poll counts when its answer,
 *     instead of its start, is due within the interval; otherwise each run would last one more
 *     period.
 */
public record MeasurementWindow(long start, long end, long longPollHold) {

  /** For how long a time from a moment to another is within the interval. */
  public long overlap(long from, long to) {
    long before = Math.max(0, start - from);
    long after = Math.max(0, to - end);
    return Math.max(0, to - from - before - after);
  }

  /**
   * @param ended when the call ended
   */
  boolean contains(long due, long ended, boolean longPoll) {
    long moment = longPoll ? due + Math.min(longPollHold, ended - due) : due;
    return moment - start >= 0 && moment - end < 0;
  }
}
