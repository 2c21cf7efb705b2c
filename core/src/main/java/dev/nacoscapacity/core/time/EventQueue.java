package dev.nacoscapacity.core.time;

import java.util.Arrays;

/**
 * A priority queue of tasks by time, the earliest first; tasks with the same time keep the order in
 * which they were added. A radix heap (R. Ahuja, K. Mehlhorn, J. Orlin and R. Tarjan, 1990): as
 * time never goes back, a task need only be sorted as finely as its time differs from the last one
 * taken. A level holds the times whose highest digit that differs from it, in base 64, is that
 * level's; a bucket, those of them that have one digit there. A task moves to a lower level at most
 * once a digit, always in order. So tasks of one time stay in order without a number of their own,
 * and nothing is allocated for a task. For one thread.
 */
final class EventQueue {

  /** The time of the next task when there is none. */
  static final long NEVER = Long.MAX_VALUE;

  /** Of a digit: as many values as a mask has bits. */
  private static final int DIGIT = 6;

  private static final int VALUES = 1 << DIGIT;
  private static final int LEVELS = (Long.SIZE + DIGIT - 1) / DIGIT;
  private static final int FIRST_CAPACITY = 8;

  /** By bucket, level by level: times, and beside each its task. Null until one is used. */
  private final long[][] times = new long[LEVELS * VALUES][];

  private final Runnable[][] tasks = new Runnable[LEVELS * VALUES][];
  private final int[] sizes = new int[LEVELS * VALUES];
  private final long[] earliest = new long[LEVELS * VALUES];

  /** By level: has a bit for each bucket that holds a task. */
  private final long[] filled = new long[LEVELS];

  /** Has a bit for each level that holds a task. */
  private int filledLevels;

  /** How many tasks of the bucket of {@link #last}, which all have that time, have been taken. */
  private int position;

  /** The time of the last task taken. */
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
    return filledLevels == 0 ? NEVER : earliest[first()];
  }

  /** Takes the next task; null when there is none. */
  Runnable take() {
    if (filledLevels == 0) {
      return null;
    }
    int bucket = first();
    // A single task in a bucket needs no sorting.
    while (bucket >= VALUES && sizes[bucket] > 1) {
      sortOut(bucket);
      bucket = first();
    }
    last = earliest[bucket];
    Runnable[] due = tasks[bucket];
    Runnable next = due[position];
    due[position++] = null;
    if (position == sizes[bucket]) {
      position = 0;
      empty(bucket);
    }
    return next;
  }

  /** The bucket of the next task. */
  private int first() {
    int level = Integer.numberOfTrailingZeros(filledLevels);
    return level * VALUES + Long.numberOfTrailingZeros(filled[level]);
  }

  private void empty(int bucket) {
    sizes[bucket] = 0;
    int level = bucket / VALUES;
    filled[level] &= ~(1L << bucket);
    if (filled[level] == 0) {
      filledLevels &= ~(1 << level);
    }
  }

  /** Advances to the earliest time in the first bucket, and moves its tasks to lower levels. */
  private void sortOut(int bucket) {
    last = earliest[bucket];
    int size = sizes[bucket];
    empty(bucket);
    long[] fromTimes = times[bucket];
    Runnable[] fromTasks = tasks[bucket];
    for (int i = 0; i < size; i++) {
      put(fromTimes[i], fromTasks[i]);
      fromTasks[i] = null;
    }
  }

  private void put(long at, Runnable task) {
    // The lowest bit makes the level of a time that does not differ 0.
    int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros((at ^ last) | 1)) / DIGIT;
    int bucket = level * VALUES + (int) (at >>> level * DIGIT & VALUES - 1);
    int size = sizes[bucket];
    if (size == 0) {
      begin(level, bucket, at);
    } else {
      if (at < earliest[bucket]) {
        earliest[bucket] = at;
      }
      if (size == times[bucket].length) {
        times[bucket] = Arrays.copyOf(times[bucket], 2 * size);
        tasks[bucket] = Arrays.copyOf(tasks[bucket], 2 * size);
      }
    }
    times[bucket][size] = at;
    tasks[bucket][size] = task;
    sizes[bucket] = size + 1;
  }

  private void begin(int level, int bucket, long at) {
    filledLevels |= 1 << level;
    filled[level] |= 1L << bucket;
    earliest[bucket] = at;
    if (times[bucket] == null) {
      times[bucket] = new long[FIRST_CAPACITY];
      tasks[bucket] = new Runnable[FIRST_CAPACITY];
    }
  }
}
