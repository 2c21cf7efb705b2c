package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.stats.Distribution;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the engine of a run at the highest rate at which it stays within the bounds of a verdict.
 */
public final class SustainedMain {

  private static final double FIRST_HTTP = 8_000;
  private static final double FIRST_GRPC = 2_000;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double NANOS = 1e9;
  private static final Criteria CRITERIA = Criteria.defaults();

  private final RateSearch search;
  private final boolean grpc;

  private SustainedMain(RateSearch search) {
    this.search = search;
    this.grpc = search.protocol.equals(Ceiling.GRPC);
  }

  /**
   * The first request, which is answered when the rate is found. The second request is the number
   * of seconds to measure, and is answered with a round.
   *
   * @param protocol {@link Ceiling#HTTP} or {@link Ceiling#GRPC}
   * @param port of the server
   * @param connections over HTTP
   * @param warmUpSeconds before the search
   * @param attemptSeconds of each rate
   */
  public record RateSearch(
      String protocol,
      int port,
      int connections,
      int instances,
      CallMix mix,
      int warmUpSeconds,
      int attemptSeconds) {}

  /** The calls of the instances. */
  public enum CallMix {

    /** As in a run: two beats for each list; over gRPC one health check for each list. */
    MIX,

    /** Lists only: measures the cost of the bytes, or of the hosts. */
    LISTS,

    /** Beats only, which other tools can send, too. */
    BEATS
  }

  /** Measures once, and continues at that rate until the process is killed. */
  public static void main(String[] args) {
    Requests.runOrExit(SustainedMain::serve);
  }

  private static void serve() throws IOException, InterruptedException {
    RateSearch search = Requests.next(RateSearch.class);
    SustainedMain main = new SustainedMain(search);
    double first = main.grpc ? FIRST_GRPC : FIRST_HTTP;
    main.attempt(first, search.warmUpSeconds);
    double rate =
        SustainedRateSearch.search(
            first, tried -> kept(main.attempt(tried, search.attemptSeconds)));
    PacedFleet fleet = main.started(rate);
    fleet.second();
    Requests.answer(null);
    int seconds = Requests.next(Integer.class);
    // Discards what happened while this process waited for the request.
    fleet.second();
    Requests.answer(measure(fleet, seconds));
    while (true) {
      fleet.second();
    }
  }

  private PacedFleet started(double rate) throws InterruptedException {
    Periods periods = periods(rate, search.instances, search.mix, grpc);
    PacedFleet fleet =
        grpc
            ? PacedFleet.grpc(search.port, search.instances, periods)
            : PacedFleet.http(search.port, search.connections, search.instances, periods);
    fleet.start();
    return fleet;
  }

  private RunStats attempt(double rate, int seconds) {
    try (PacedFleet fleet = started(rate)) {
      return pass(fleet, seconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Whether the engine kept the rate: no failures, and within the bounds that decide whether the
   * generator was the limit of a run.
   */
  static boolean kept(RunStats stats) {
    long required = 0;
    long skipped = 0;
    for (Operation operation : List.of(Operation.BEAT, Operation.LIST)) {
      required += stats.of(operation).count(OperationCount.REQUIRED);
      skipped += stats.of(operation).count(OperationCount.SKIPPED);
    }
    return !failed(stats)
        && skipped <= (1 - CRITERIA.bounds().get("achievedShare")) * required
        && lagP99Ms(stats) <= CRITERIA.lagP99Ms();
  }

  /** The periods that make this many calls a second due. */
  static Periods periods(double rate, int instances, CallMix mix, boolean grpc) {
    double each = instances / rate;
    return switch (mix) {
      case BEATS -> new Periods(every(each), Duration.ZERO);
      case LISTS -> new Periods(Duration.ZERO, every(each));
      // Over gRPC a list replaces every other health check.
      case MIX -> grpc ? mix(each) : mix(1.5 * each);
    };
  }

  private static Periods mix(double beats) {
    return new Periods(every(beats), every(2 * beats));
  }

  private static Duration every(double seconds) {
    return Duration.ofNanos((long) (seconds * NANOS));
  }

  private static Round measure(PacedFleet fleet, int seconds) throws InterruptedException {
    long start = System.nanoTime();
    RunStats all = new RunStats(PacedFleet.NODES);
    do {
      // A server that stalled all the time gives no information about its speed.
      all.append(pass(fleet, seconds));
      requireNoFailures(all);
    } while (calls(all) == 0);
    double elapsed = (System.nanoTime() - start) / NANOS;
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(EnginesPart.RATE, calls(all) / elapsed);
    figures.put(EnginesPart.LISTS, all.of(Operation.LIST).count(OperationCount.OK) / elapsed);
    figures.put(EnginesPart.LAG, lagP99Ms(all));
    return Round.of(figures);
  }

  private static RunStats pass(PacedFleet fleet, int seconds) throws InterruptedException {
    RunStats all = new RunStats(PacedFleet.NODES);
    for (int i = 0; i < seconds; i++) {
      all.append(fleet.second());
    }
    return all;
  }

  private static long calls(RunStats stats) {
    return stats.of(Operation.BEAT).count(OperationCount.OK)
        + stats.of(Operation.LIST).count(OperationCount.OK);
  }

  private static double lagP99Ms(RunStats stats) {
    return stats.histogram(Distribution.SCHEDULER_LAG).getValueAtPercentile(99) / MICROS_PER_MILLI;
  }

  /** A figure that includes failures would be meaningless. */
  private static void requireNoFailures(RunStats stats) {
    if (failed(stats)) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** Whether calls failed; the reasons go to stderr. */
  private static boolean failed(RunStats stats) {
    boolean failed = false;
    for (Operation operation : List.of(Operation.BEAT, Operation.LIST)) {
      if (stats.of(operation).count(OperationCount.FAILED) > 0) {
        System.err.println("calls failed: " + stats.of(operation).failures());
        failed = true;
      }
    }
    return failed;
  }
}
