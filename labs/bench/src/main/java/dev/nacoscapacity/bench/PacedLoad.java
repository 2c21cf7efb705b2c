package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A fleet at its real rates against one server. */
final class PacedLoad {

  /** Begins the last line. */
  static final String P99 = "p99 ms: ";

  private PacedLoad() {}

  /**
   * Prints the scheduler lag and the number of calls each second, and in the end {@value #P99} and
   * the milliseconds from the due time to the answer.
   *
   * @param args the server's port, the numbers of connections, instances and seconds
   */
  public static void main(String[] args) throws InterruptedException {
    int[] numbers = Stream.of(args).mapToInt(Integer::parseInt).toArray();
    PacedFleet fleet = PacedFleet.http(numbers[0], numbers[1], numbers[2], CallPeriods.REAL);
    RunStats all = new RunStats(PacedFleet.NODES);
    fleet.start();
    for (int i = 0; i < numbers[3]; i++) {
      RunStats second = fleet.second();
      all.append(second);
      Histogram lag = second.histogram(FleetDuration.SCHEDULER_LAG);
      System.out.printf(
          "lag p50 %d us, p99 %d us, max %d us; beats %d of %d%n",
          lag.getValueAtPercentile(50),
          lag.getValueAtPercentile(99),
          lag.getMaxValue(),
          second.of(Operation.BEAT).count(OperationCount.OK),
          second.of(Operation.BEAT).count(OperationCount.REQUIRED));
    }
    fleet.close();
    System.out.println(P99 + p99Ms(all));
  }

  /** Of beats and lists together, as the others report it. */
  private static double p99Ms(RunStats stats) {
    Histogram beats = stats.of(Operation.BEAT).histogram(LatencyPart.LATENCY).copy();
    beats.add(stats.of(Operation.LIST).histogram(LatencyPart.LATENCY));
    return beats.getValueAtPercentile(99) / 1e3;
  }
}
