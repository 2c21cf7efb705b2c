package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.calibration.process.ResultLine;
import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A run's engine for some seconds, at the highest rate at which it keeps its schedule as a verdict
 * wants it kept.
 */
final class SustainedMain {

  /** Written when it is ready to measure, as it does when it is told to {@link #GO}. */
  static final String WARM = "warm";

  static final String GO = "go";

  private static final double FIRST_HTTP = 8_000;
  private static final double FIRST_GRPC = 2_000;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS = 1e9;
  private static final Criteria CRITERIA = Criteria.defaults();

  private final boolean grpc;
  private final int port;
  private final int connections;
  private final int instances;
  private final Workload workload;

  private SustainedMain(String[] args) {
    grpc = args[0].equals(Ceiling.GRPC);
    port = Integer.parseInt(args[1]);
    connections = Integer.parseInt(args[2]);
    instances = Integer.parseInt(args[3]);
    workload = Workload.valueOf(args[4]);
  }

  /** What the instances do. */
  enum Workload {

    /** What a run does: two beats to a list, over gRPC a health check to a list. */
    MIX,

    /** Lists alone: what the bytes, or the hosts, cost. */
    LISTS,

    /** Beats alone: what other tools can send, too. */
    BEATS
  }

  /**
   * What was measured.
   *
   * @param calls a second that were answered
   * @param lists of these
   * @param lagP99Ms of all calls, from due to taken up
   */
  record Sustained(double calls, double lists, double lagP99Ms) {}

  /**
   * Writes what was measured, and goes on at that rate until it is killed.
   *
   * @param args the protocol, the server's port, the numbers of connections and instances, the
   *     workload, then in seconds the warm-up, a try of a rate, and the measurement
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    SustainedMain main = new SustainedMain(args);
    int warmUp = Integer.parseInt(args[5]);
    int each = Integer.parseInt(args[6]);
    double first = main.grpc ? FIRST_GRPC : FIRST_HTTP;
    main.attempt(first, warmUp);
    double rate = KeptRate.search(first, tried -> kept(main.attempt(tried, each)));
    PacedFleet fleet = main.started(rate);
    fleet.second();
    System.out.println(WARM);
    System.in.read();
    // What came to pass while it waited for the word.
    fleet.second();
    ResultLine.print(measure(fleet, Integer.parseInt(args[7])));
    while (true) {
      fleet.second();
    }
  }

  private PacedFleet started(double rate) throws InterruptedException {
    Periods periods = periods(rate, instances, workload, grpc);
    PacedFleet fleet =
        grpc
            ? PacedFleet.grpc(port, instances, periods)
            : PacedFleet.http(port, connections, instances, periods);
    fleet.start();
    return fleet;
  }

  private RunStats attempt(double rate, int seconds) {
    try (PacedFleet fleet = started(rate)) {
      return pass(fleet, seconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts it", e);
    }
  }

  /** Without failures, by the bounds that decide whether the generator was the limit of a run. */
  static boolean kept(RunStats tally) {
    long required = 0;
    long skipped = 0;
    for (Operation operation : List.of(Operation.BEAT, Operation.LIST)) {
      required += tally.of(operation).count(OperationCount.REQUIRED);
      skipped += tally.of(operation).count(OperationCount.SKIPPED);
    }
    return !failed(tally)
        && skipped <= (1 - CRITERIA.achievedShare()) * required
        && lagP99Ms(tally) <= CRITERIA.lagP99Ms();
  }

  /** The periods with which so many calls a second fall due. */
  static Periods periods(double rate, int instances, Workload workload, boolean grpc) {
    double each = instances / rate;
    return switch (workload) {
      case BEATS -> new Periods(every(each), Duration.ZERO);
      case LISTS -> new Periods(Duration.ZERO, every(each));
      // Over gRPC a list spares every other health check.
      case MIX -> grpc ? mix(each) : mix(1.5 * each);
    };
  }

  private static Periods mix(double beats) {
    return new Periods(every(beats), every(2 * beats));
  }

  private static Duration every(double seconds) {
    return Duration.ofNanos((long) (seconds * NANOS));
  }

  private static Sustained measure(PacedFleet fleet, int seconds) throws InterruptedException {
    long start = System.nanoTime();
    RunStats all = new RunStats(PacedFleet.NODES);
    do {
      // A server that stood still all the while says nothing of its speed.
      all.append(pass(fleet, seconds));
      requireNoFailures(all);
    } while (calls(all) == 0);
    double elapsed = (System.nanoTime() - start) / NANOS;
    return new Sustained(
        calls(all) / elapsed, all.of(Operation.LIST).count(OperationCount.OK) / elapsed, lagP99Ms(all));
  }

  private static RunStats pass(PacedFleet fleet, int seconds) throws InterruptedException {
    RunStats all = new RunStats(PacedFleet.NODES);
    for (int i = 0; i < seconds; i++) {
      all.append(fleet.second());
    }
    return all;
  }

  private static long calls(RunStats tally) {
    return tally.of(Operation.BEAT).count(OperationCount.OK) + tally.of(Operation.LIST).count(OperationCount.OK);
  }

  private static double lagP99Ms(RunStats tally) {
    return tally.histogram(Distribution.SCHEDULER_LAG).getValueAtPercentile(99) / MICROS_PER_MILLI;
  }

  /** A figure that counts failures would mean nothing. */
  private static void requireNoFailures(RunStats tally) {
    if (failed(tally)) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Whether calls failed; then it says why. */
  private static boolean failed(RunStats tally) {
    boolean failed = false;
    for (Operation operation : List.of(Operation.BEAT, Operation.LIST)) {
      if (tally.of(operation).count(OperationCount.FAILED) > 0) {
        System.err.println("calls failed: " + tally.of(operation).failures());
        failed = true;
      }
    }
    return failed;
  }
}
