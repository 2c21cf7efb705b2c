package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Records the stalls of the generator, second by second: times in which it stood still, or took
 * calls up late. What the fleet saw or caused then is no evidence against the registry. One thread
 * adds seconds; any thread may query.
 */
public final class GeneratorLateness {

  private static final int PERCENTILE = 99;

  /** The run's own thread wakes this much too late only when the process stood still. */
  static final long OVERSLEPT = TimeUnit.SECONDS.toNanos(1);

  /** Stalls this close together are one: the fleet has not caught up between them. */
  private static final long CLOSE = TimeUnit.SECONDS.toNanos(5);

  /** The same origin as the clock of the seconds. */
  private final Deque<Stall> stalls = new ArrayDeque<>();

  private volatile Stall last;

  /**
   * A time in which the generator was late.
   *
   * @param from in nanoseconds of the run's clock
   * @param to the end of the last late second
   */
  public record Stall(long from, long to) {}

  /**
   * Adds the figures of a second.
   *
   * @param overslept by how much the thread that takes the figures woke too late, in nanoseconds
   * @return the stall to which the second belongs
   */
  public Optional<Stall> second(RunStats second, long overslept, long now) {
    Histogram lag = second.histogram(Distribution.SCHEDULER_LAG);
    boolean tookUpLate =
        lag.getTotalCount() > 0 && nanos(lag.getValueAtPercentile(PERCENTILE)) > AdmissionRate.LATE;
    long late =
        Math.max(tookUpLate ? nanos(lag.getMaxValue()) : 0, overslept > OVERSLEPT ? overslept : 0);
    if (late == 0) {
      return Optional.empty();
    }
    long from = now - late;
    Stall before = last;
    if (before != null && from - before.to() <= CLOSE) {
      stalls.removeLast();
      from = from - before.from() < 0 ? from : before.from();
    }
    last = new Stall(from, now);
    stalls.addLast(last);
    return Optional.of(last);
  }

  private static long nanos(long micros) {
    return TimeUnit.MICROSECONDS.toNanos(micros);
  }

  /** Whether the generator was late at or after a moment, in nanoseconds of the same clock. */
  public boolean since(long moment) {
    Stall latest = last;
    return latest != null && latest.to() - moment >= 0;
  }

  /** All stalls so far; for the thread that adds seconds. */
  List<Stall> stalls() {
    return List.copyOf(stalls);
  }
}
