package dev.nacoscapacity.cluster.time;

import java.util.Arrays;

/**
 * Tasks by their times, the earliest first, and those of one time in the order in which they were
 * added. A radix heap (R. Ahuja, K. Mehlhorn, J. Orlin and R. Tarjan, 1990): as time never goes
 * back, a task need only be sorted as finely as its time differs from the last one taken. Bucket b
 * holds the times whose highest bit that differs from it is bit b - 1, and a task moves to a lower
 * bucket at most once a bit, always in order. So tasks of one time stay in order without a number
 * of their own, and nothing is allocated for a task. For one thread.
 */
final class EventQueue {

  /** The time of the next task when there is none. */
  static final long NEVER = Long.MAX_VALUE;

  /** A time is 0 or more, so that its highest bit never differs. */
  private static final int BUCKETS = Long.SIZE;

  private static final int FIRST_CAPACITY = 16;

  /** By bucket: times, and beside each its task. */
  private final long[][] times = new long[BUCKETS][FIRST_CAPACITY];

  private final Runnable[][] tasks = new Runnable[BUCKETS][FIRST_CAPACITY];
  private final int[] sizes = new int[BUCKETS];
  private final long[] earliest = new long[BUCKETS];

  /** Has a bit for each bucket that holds a task. */
  private long filled;

  /** How many of bucket 0, whose tasks are all of one time, have been taken already. */
  private int taken;

  /** The time of bucket 0: that of the last task taken. */
  private long last;

  /**
   * Adds a task.
   *
   * @param at 0 or more, before {@link #NEVER}, and no earlier than that of the last task taken
   */
  void add(long at, Runnable task) {
    if (at < last) {
      throw new IllegalArgumentException("it is " + last + " already, and " + at + " is over");
    }
    put(at, task);
  }

  /** The time of the next task, or {@link #NEVER}. */
  long nextAt() {
    return filled == 0 ? NEVER : earliest[Long.numberOfTrailingZeros(filled)];
  }

  /** Takes the next task; null when there is none. */
  Runnable take() {
    if (filled == 0) {
      return null;
    }
    int bucket = Long.numberOfTrailingZeros(filled);
    if (bucket > 0) {
      sortOut(bucket);
    }
    Runnable[] due = tasks[0];
    Runnable next = due[taken];
    due[taken++] = null;
    if (taken == sizes[0]) {
      taken = 0;
      sizes[0] = 0;
      filled &= ~1L;
    }
    return next;
  }

  /** Time goes on to the earliest of the lowest bucket, whose tasks all go to lower ones. */
  private void sortOut(int bucket) {
    last = earliest[bucket];
    filled &= ~(1L << bucket);
    int size = sizes[bucket];
    sizes[bucket] = 0;
    long[] fromTimes = times[bucket];
    Runnable[] fromTasks = tasks[bucket];
    for (int i = 0; i < size; i++) {
      put(fromTimes[i], fromTasks[i]);
      fromTasks[i] = null;
    }
  }

  private void put(long at, Runnable task) {
    int bucket = Long.SIZE - Long.numberOfLeadingZeros(at ^ last);
    int size = sizes[bucket];
    if (size == 0) {
      filled |= 1L << bucket;
      earliest[bucket] = at;
    } else {
      earliest[bucket] = Math.min(earliest[bucket], at);
      if (size == times[bucket].length) {
        times[bucket] = Arrays.copyOf(times[bucket], 2 * size);
        tasks[bucket] = Arrays.copyOf(tasks[bucket], 2 * size);
      }
    }
    times[bucket][size] = at;
    tasks[bucket][size] = task;
    sizes[bucket] = size + 1;
  }
}
