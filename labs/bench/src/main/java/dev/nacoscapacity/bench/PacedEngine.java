package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The engine of a run on one event loop, with schedule, expected state and recorder, and with beats
 * only, at the highest rate at which it stays within a verdict's bounds.
 */
final class PacedEngine {

  /** Beats a second. */
  private static final double FIRST = 8_000;

  /** Factor between two rates, until one is too high. */
  private static final double STEP = 2;

  /** The lowest rate that was too high is at most this factor above the one that is kept. */
  private static final double WIDTH = 1.15;

  private static final Criteria CRITERIA = Criteria.defaults();

  private final int port;
  private final int connections;
  private final int instances;

  private PacedEngine(int port, int connections, int instances) {
    this.port = port;
    this.connections = connections;
    this.instances = instances;
  }

  /**
   * Finds the rate, answers with it, and keeps it until the process is killed.
   *
   * @param args the server's port, the numbers of connections and instances, the seconds of the
   *     warm-up before the search and of each rate
   */
  public static void main(String[] args) throws InterruptedException {
    int[] numbers = Stream.of(args).mapToInt(Integer::parseInt).toArray();
    PacedEngine engine = new PacedEngine(numbers[0], numbers[1], numbers[2]);
    engine.keeps(FIRST, numbers[3]);
    double rate = highest(FIRST, tried -> engine.keeps(tried, numbers[4]));
    PacedFleet fleet = engine.started(rate);
    Requests.answer(rate);
    while (true) {
      fleet.second();
    }
  }

  private PacedFleet started(double rate) throws InterruptedException {
    Duration beats = Duration.ofNanos((long) (instances / rate * 1e9));
    CallPeriods periods = new CallPeriods(beats, Duration.ZERO);
    PacedFleet started = PacedFleet.http(port, connections, instances, periods);
    started.start();
    return started;
  }

  private boolean keeps(double rate, int seconds) throws InterruptedException {
    try (PacedFleet tried = started(rate)) {
      return keepsBounds(tried.seconds(seconds));
    }
  }

  /** Tries a rate. */
  interface Attempt {
    boolean keeps(double rate) throws InterruptedException;
  }

  /**
   * Raises or lowers the rate from a first one, and then bisects. A rate is too high when it is
   * missed twice in a row, since a JVM that still compiles, or another process, may disturb one
   * attempt.
   *
   * @param first calls a second
   * @return a rate that was kept
   * @throws IllegalStateException when not even one call a second is kept
   */
  static double highest(double first, Attempt attempt) throws InterruptedException {
    double best = 0;
    double tooHigh = Double.POSITIVE_INFINITY;
    double rate = first;
    while (tooHigh > WIDTH * best) {
      if (attempt.keeps(rate) || attempt.keeps(rate)) {
        best = rate;
      } else {
        tooHigh = rate;
      }
      if (best == 0) {
        rate /= STEP;
      } else {
        rate = Double.isInfinite(tooHigh) ? STEP * best : Math.sqrt(best * tooHigh);
      }
      if (rate < 1) {
        throw new IllegalStateException("no rate is kept");
      }
    }
    return best;
  }

  /** Whether no call failed, and the generator was not the limit by the bounds of a verdict. */
  static boolean keepsBounds(RunStats stats) {
    OperationStats beats = stats.of(Operation.BEAT);
    double lagP99Ms = stats.histogram(FleetDuration.SCHEDULER_LAG).getValueAtPercentile(99) / 1e3;
    return beats.count(OperationCount.FAILED) == 0
        && beats.count(OperationCount.SKIPPED)
            <= (1 - CRITERIA.bounds().get("achieved")) * beats.count(OperationCount.REQUIRED)
        && lagP99Ms <= CRITERIA.lagP99Ms();
  }
}
