package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import dev.nacoscapacity.simulator.engine.AdmissionRate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Records when the generator was late, second by second, and its stalls: times in which it stood
 * still, or took up nothing that was due. What the fleet saw or caused then is no evidence against
 * the registry. One thread adds seconds; any thread may query {@link #since}.
 */
public final class GeneratorLateness {

  private static final int PERCENTILE = 99;

  /**
   * The shortest stall that is recorded. The run's own thread wakes this much too late only when
   * the process stood still.
   */
  static final long SHORTEST_STALL = TimeUnit.SECONDS.toNanos(1);

  private final Deque<Stall> stalls = new ArrayDeque<>();
  private volatile boolean everLate;
  private volatile long lastLate;
  private volatile boolean everOffNetwork;
  private volatile long lastOffNetwork;

  /**
   * A time in which the generator was late, in nanoseconds of the run's clock.
   *
   * @param from when the latest call was due
   * @param to the end of the last late second
   * @param longest the longest lateness of one call, or of a suspension, in which this clock stood
   */
  public record Stall(long from, long to, long longest) {

    private Stall and(Stall next) {
      return new Stall(
          next.from - from < 0 ? next.from : from, next.to, Math.max(longest, next.longest));
    }
  }

  /**
   * Adds the figures of a second.
   *
   * @param overslept by how much the thread that takes the figures woke too late, in nanoseconds
   * @return how late the generator was in this second; empty when it kept its schedule
   */
  public Optional<Stall> second(RunStats second, long overslept, long now) {
    if (isOffNetwork(second)) {
      lastOffNetwork = now;
      everOffNetwork = true;
    }
    Histogram lag = second.histogram(FleetDuration.SCHEDULER_LAG);
    boolean tookUpLate =
        lag.getTotalCount() > 0 && nanos(lag.getValueAtPercentile(PERCENTILE)) > AdmissionRate.LATE;
    long late =
        Math.max(
            tookUpLate ? nanos(lag.getMaxValue()) : 0, overslept > SHORTEST_STALL ? overslept : 0);
    if (late == 0) {
      return Optional.empty();
    }
    return Optional.of(add(new Stall(now - late, now, late)));
  }

  /**
   * This machine was suspended for some nanoseconds, with its clock: that was within the last
   * second of that clock.
   */
  public void suspended(long nanos, long now) {
    add(new Stall(now - SHORTEST_STALL, now, nanos));
  }

  private Stall add(Stall stall) {
    lastLate = stall.to;
    everLate = true;
    if (stall.longest >= SHORTEST_STALL) {
      // The second after a stall finds its calls late, too.
      boolean goesOn = !stalls.isEmpty() && stall.from - stalls.getLast().to <= 0;
      stalls.addLast(goesOn ? stalls.removeLast().and(stall) : stall);
    }
    return stall;
  }

  private static long nanos(long micros) {
    return TimeUnit.MICROSECONDS.toNanos(micros);
  }

  /** One node may be out of reach; when none answers, this machine is. */
  private static boolean isOffNetwork(RunStats second) {
    return second.operations().values().stream()
            .anyMatch(calls -> calls.failures().containsKey(ConnectFailure.OFF_NETWORK))
        && second.operations().values().stream()
            .allMatch(calls -> calls.count(OperationCount.OK) == 0);
  }

  /**
   * Whether the generator was late or had no network at or after a moment, in nanoseconds of the
   * same clock.
   */
  public boolean since(long moment) {
    return everLate && lastLate - moment >= 0 || offNetworkSince(moment);
  }

  /** Whether this machine had no network at or after a moment. */
  public boolean offNetworkSince(long moment) {
    return everOffNetwork && lastOffNetwork - moment >= 0;
  }

  /** The stalls so far; for the thread that adds seconds. */
  List<Stall> stalls() {
    return List.copyOf(stalls);
  }
}
