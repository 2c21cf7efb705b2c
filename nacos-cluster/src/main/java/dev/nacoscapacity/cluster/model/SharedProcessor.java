package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.time.EventThread;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * Cores that work on everything at once, each piece of work having an equal share and at most one
 * core: exact egalitarian processor sharing, the limit of ever shorter slices. Source: Kleinrock,
 * Queueing Systems II, 4.4. The rival of {@link SlicedProcessor}.
 *
 * <p>It counts what a piece of work that had been there from the beginning would have received.
 * Work ends when that has grown by the work's own length since it came, so a heap by that mark
 * gives the order, whatever comes and goes meanwhile.
 */
public final class SharedProcessor implements Processor {

  /** Of a nanosecond: what rounding may leave over of work that is done. */
  private static final double ROUNDING = 0.01;

  private record Job(double mark, long number, Runnable done) implements Comparable<Job> {

    @Override
    public int compareTo(Job other) {
      int byMark = Double.compare(mark, other.mark);
      return byMark == 0 ? Long.compare(number, other.number) : byMark;
    }
  }

  private final EventThread time;
  private final LongSupplier clock;
  private final int cores;
  private final double speed;
  private final PriorityQueue<Job> jobs = new PriorityQueue<>();
  private final Runnable look = this::look;
  private double received;
  private long busy;
  private long at;
  private long number;

  /** When the next of the events that look for finished work counts; others are out of date. */
  private long lookAt = Long.MAX_VALUE;

  /**
   * @param clock the nanoseconds of the time
   * @param cores 1 or more
   * @param speed over that of the reference machine, above 0
   */
  public SharedProcessor(EventThread time, LongSupplier clock, int cores, double speed) {
    if (cores < 1 || !(speed > 0)) {
      throw new IllegalArgumentException(cores + " cores of speed " + speed);
    }
    this.time = time;
    this.clock = clock;
    this.cores = cores;
    this.speed = speed;
    this.at = clock.getAsLong();
  }

  @Override
  public void run(long work, Runnable done) {
    advance();
    jobs.add(new Job(received + work, number++, done));
    plan();
  }

  private void look() {
    if (clock.getAsLong() != lookAt) {
      return;
    }
    lookAt = Long.MAX_VALUE;
    advance();
    while (!jobs.isEmpty() && jobs.peek().mark <= received + ROUNDING) {
      jobs.poll().done.run();
    }
    plan();
  }

  private void advance() {
    long now = clock.getAsLong();
    if (!jobs.isEmpty()) {
      received += (now - at) * rate();
      busy += (now - at) * Math.min(jobs.size(), cores);
    }
    at = now;
  }

  /** What each has of a core, at reference speed. */
  private double rate() {
    return speed * Math.min(1, (double) cores / jobs.size());
  }

  /** Looks again when the first could be done; those that come meanwhile only make it later. */
  private void plan() {
    if (jobs.isEmpty()) {
      return;
    }
    double left = Math.max(0, jobs.peek().mark - received - ROUNDING / 2);
    long next = at + (long) Math.ceil(left / rate());
    if (next < lookAt) {
      lookAt = next;
      time.after(next - at, look);
    }
  }

  @Override
  public long busyNanos() {
    advance();
    return busy;
  }

  @Override
  public int cores() {
    return cores;
  }
}
