package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.harness.FixedAnswers;
import dev.nacoscapacity.calibration.harness.Jvm;
import dev.nacoscapacity.calibration.harness.MeasureException;
import dev.nacoscapacity.calibration.harness.PacedFleet;
import dev.nacoscapacity.calibration.harness.PacedFleet.CallPeriods;
import dev.nacoscapacity.calibration.harness.Peer;
import dev.nacoscapacity.calibration.harness.Reading;
import dev.nacoscapacity.calibration.harness.Requests;
import dev.nacoscapacity.calibration.harness.SharedPeers;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.standin.StandInMain;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The engine of a run on one event loop, with schedule, expected state and recorder, at the highest
 * rate at which it stays within a verdict's bounds: the ceiling of a run.
 */
public final class PacedEngine {

  private static final String LISTS = "lists";
  private static final double FIRST_HTTP = 8_000;
  private static final double FIRST_GRPC = 2_000;

  /** Factor between two rates, until one is too high. */
  private static final double STEP = 2;

  /** The lowest rate that was too high is at most this factor above the one that is kept. */
  private static final double WIDTH = 1.15;

  /** The default number of connections over HTTP for so many instances. */
  private static final int CONNECTIONS = 200;

  private static final int INSTANCES = 100 * PacedFleet.INSTANCES_PER_SERVICE;

  /** The number of instances over gRPC, where each has a connection of its own. */
  private static final int GRPC_INSTANCES = 3 * PacedFleet.INSTANCES_PER_SERVICE;

  private static final List<Operation> OPERATIONS = List.of(Operation.BEAT, Operation.LIST);
  private static final Criteria CRITERIA = Criteria.defaults();

  private final Search search;
  private final boolean grpc;

  /** Null until the rate is found. */
  private PacedFleet fleet;

  private PacedEngine(Search search) {
    this.search = search;
    this.grpc = search.protocol.equals(Ceiling.GRPC);
  }

  /**
   * The request: the first one is answered when the rate is found, and each further one with the
   * figures of so many seconds at that rate.
   *
   * @param protocol {@link Ceiling#HTTP} or {@link Ceiling#GRPC}
   * @param port of the server
   * @param connections over HTTP
   * @param warmUpSeconds before the search
   * @param attemptSeconds of each rate
   */
  public record Search(
      String protocol,
      int port,
      int connections,
      int instances,
      CallMix mix,
      int warmUpSeconds,
      int attemptSeconds,
      int measuredSeconds) {}

  /** The calls of the instances. */
  public enum CallMix {

    /** As in a run: two beats for each list; over gRPC one health check for each list. */
    MIX,

    /** Lists only: the cost of the bytes, or of the hosts. */
    LISTS,

    /** Beats only, which other tools can send, too. */
    BEATS
  }

  static String setting(String protocol, CallMix mix) {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    return "fleet%s|paced %s|%d instances|128 MB"
        .formatted(
            grpc ? "-grpc" : "",
            mix.name().toLowerCase(Locale.ROOT),
            grpc ? GRPC_INSTANCES : INSTANCES);
  }

  /**
   * Measures once, in a process of its own.
   *
   * @param full whether long, or shortly
   */
  static Round measure(String protocol, CallMix mix, boolean full, SharedPeers peers)
      throws IOException, InterruptedException {
    boolean grpc = protocol.equals(Ceiling.GRPC);
    Peer server =
        grpc
            ? peers.server("stand-in", StandInMain.class, "--nodes=1", "--base-port=0")
            : peers.server("server", FixedAnswers.class);
    int port = grpc ? grpcPort(server) : server.port(0);
    int instances = grpc ? GRPC_INSTANCES : INSTANCES;
    Search search =
        full
            ? new Search(protocol, port, CONNECTIONS, instances, mix, 15, 3, 10)
            : new Search(protocol, port, CONNECTIONS, instances, mix, 2, 1, 1);
    List<String> command = Jvm.own("-Xmx128m").command(PacedEngine.class);
    try (Peer engine = peers.load("fleet-" + protocol + "-" + mix, command)) {
      engine.ask(search, Round.class);
      Reading engineBefore = engine.read();
      Reading serverBefore = server.read();
      Map<String, Double> figures = new LinkedHashMap<>(engine.ask(search, Round.class).figures());
      Reading engineAfter = engine.read();
      figures.put(EnginesPart.BUSY, 100 * engineAfter.since(engineBefore).cores());
      figures.put(EnginesPart.SERVER_BUSY, 100 * server.read().since(serverBefore).cores());
      figures.put(EnginesPart.CPU, engineAfter.cpuSeconds());
      figures.put(EnginesPart.PEAK, engine.usage().peakResidentBytes().orElse(0) / 1e6);
      if (!grpc) {
        double lists = figures.get(LISTS);
        double beats = figures.get(EnginesPart.RATE) - lists;
        double bytes = lists * FixedAnswers.LIST.length() + beats * FixedAnswers.BEAT.length();
        figures.put(EnginesPart.MEGABYTES, bytes / 1e6);
      }
      return Round.of(figures);
    }
  }

  /** Of the stand-in, since gRPC clients need more than fixed answers. */
  private static int grpcPort(Peer standIn) throws IOException, InterruptedException {
    String address = standIn.awaitLine("node1 http://127.0.0.1:", 1);
    standIn.awaitLine("ready", 1);
    return GrpcPorts.client(Integer.parseInt(address.substring(0, address.indexOf('/'))));
  }

  /** Serves requests of one kind until the process is killed. */
  public static void main(String[] args) {
    PacedEngine[] engine = new PacedEngine[1];
    Requests.serve(
        Search.class,
        search -> {
          if (engine[0] == null) {
            engine[0] = new PacedEngine(search);
            return engine[0].find();
          }
          return engine[0].measure();
        });
  }

  private Round find() throws InterruptedException {
    double first = grpc ? FIRST_GRPC : FIRST_HTTP;
    keeps(first, search.warmUpSeconds);
    fleet = started(highest(first, rate -> keeps(rate, search.attemptSeconds)));
    fleet.second();
    return null;
  }

  private PacedFleet started(double rate) throws InterruptedException {
    CallPeriods periods = periods(rate, search.instances, search.mix, grpc);
    PacedFleet started =
        grpc
            ? PacedFleet.grpc(search.port, search.instances, periods)
            : PacedFleet.http(search.port, search.connections, search.instances, periods);
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
    double due = count(stats, OperationCount.REQUIRED);
    return count(stats, OperationCount.FAILED) == 0
        && count(stats, OperationCount.SKIPPED)
            <= (1 - CRITERIA.bounds().get("achievedShare")) * due
        && lagP99Ms(stats) <= CRITERIA.lagP99Ms();
  }

  /** The periods that make this many calls a second due. */
  static CallPeriods periods(double rate, int instances, CallMix mix, boolean grpc) {
    double each = instances / rate;
    // Over gRPC a list replaces every other health check.
    double beats = grpc ? each : 1.5 * each;
    return switch (mix) {
      case BEATS -> new CallPeriods(every(each), Duration.ZERO);
      case LISTS -> new CallPeriods(Duration.ZERO, every(each));
      case MIX -> new CallPeriods(every(beats), every(2 * beats));
    };
  }

  private static Duration every(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private Round measure() throws InterruptedException {
    // Discards what happened before the request.
    fleet.second();
    long start = System.nanoTime();
    RunStats all = new RunStats(PacedFleet.NODES);
    do {
      // A server that stalled all the time gives no information about its speed.
      all.append(fleet.seconds(search.measuredSeconds));
    } while (count(all, OperationCount.OK) + count(all, OperationCount.FAILED) == 0);
    if (count(all, OperationCount.FAILED) > 0) {
      // A figure that includes failures would be meaningless.
      throw new MeasureException("calls failed: " + all.operations());
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return Round.of(
        Map.of(
            EnginesPart.RATE,
            count(all, OperationCount.OK) / seconds,
            LISTS,
            all.of(Operation.LIST).count(OperationCount.OK) / seconds,
            "lag",
            lagP99Ms(all)));
  }

  private static double count(RunStats stats, OperationCount count) {
    return OPERATIONS.stream().mapToLong(operation -> stats.of(operation).count(count)).sum();
  }

  private static double lagP99Ms(RunStats stats) {
    return stats.histogram(FleetDuration.SCHEDULER_LAG).getValueAtPercentile(99) / 1e3;
  }
}
