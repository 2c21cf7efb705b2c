package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.core.time.EventThread;
import java.util.function.LongSupplier;

/**
 * The cores of one machine, shared by everything that runs on it: nodes, their background work and,
 * on a laboratory machine, the load generator. The cores take work from one FIFO queue and requeue
 * work that is not finished within a time slice, as an operating system does. So a password check
 * of 100 ms or a snapshot does not block the calls behind it. For one thread.
 *
 * <p>Source: Linux's scheduler gives each of two runnable threads about 4 ms at a time on a machine
 * of few cores. Equal sharing of the cores (processor sharing) was tried as an alternative: behind
 * 100 shared connections (docs/results.md, "How many instances") a load above the capacity then
 * failed nothing but the fleet's own bound, while on real nodes, as here, instances that beat went
 * missing.
 *
 * <p>Unfinished work goes to the end of the queue. The start of a slice therefore depends only on
 * earlier work and is known as soon as the slice is queued. Each slice costs one event; work that
 * fits into one slice needs no other event.
 */
public final class Processor {

  /** The time slice in nanoseconds. */
  static final long SLICE = 4_000_000;

  private final EventThread time;
  private final LongSupplier clock;
  private final double speed;

  /** When each core will have finished all queued work, the earliest first: a binary heap. */
  private final long[] freeAt;

  /**
   * @param clock the nanoseconds of the time
   * @param cores 1 or more
   * @param speed relative to the reference machine, above 0
   */
  public Processor(EventThread time, LongSupplier clock, int cores, double speed) {
    this.time = time;
    this.clock = clock;
    this.speed = speed;
    this.freeAt = new long[cores];
  }

  /**
   * Runs some work and calls {@code onEnd} at its end, never before this method has returned.
   * Started work always completes; a node that has died meanwhile ignores the callback.
   *
   * @param work in nanoseconds of one core at reference speed, 0 or more
   * @return minimum time until then, in nanoseconds
   */
  public long run(long work, Runnable onEnd) {
    long nanos = (long) (work / speed + 0.5);
    if (nanos > SLICE) {
      return new LongWork(nanos, onEnd).next();
    }
    long until = queue(nanos);
    time.after(until, onEnd);
    return until;
  }

  /** Queues a slice; returns the time until its end. */
  private long queue(long slice) {
    long now = clock.getAsLong();
    long end = Math.max(now, freeAt[0]) + slice;
    busyUntil(end);
    return end - now;
  }

  /** Makes the core that is free first busy until a moment. */
  private void busyUntil(long end) {
    int at = 0;
    for (int child = 1; child < freeAt.length; child = 2 * at + 1) {
      if (child + 1 < freeAt.length && freeAt[child + 1] < freeAt[child]) {
        child++;
      }
      if (freeAt[child] >= end) {
        break;
      }
      freeAt[at] = freeAt[child];
      at = child;
    }
    freeAt[at] = end;
  }

  public int cores() {
    return freeAt.length;
  }

  /** Work of several slices. */
  private final class LongWork implements Runnable {

    private long remaining;
    private final Runnable onEnd;

    LongWork(long remaining, Runnable onEnd) {
      this.remaining = remaining;
      this.onEnd = onEnd;
    }

    @Override
    public void run() {
      next();
    }

    /** Queues the next slice; returns the minimum time until the end of the work. */
    long next() {
      long slice = Math.min(SLICE, remaining);
      remaining -= slice;
      long until = queue(slice);
      time.after(until, remaining == 0 ? onEnd : this);
      return until + remaining;
    }
  }
}
