package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** A fleet at its real rates against one server. */
final class PacedLoad {

  private PacedLoad() {}

  /**
   * Runs until the process is killed; prints the scheduler lag and the number of calls each second.
   *
   * @param args the server's port, the numbers of connections and instances
   */
  public static void main(String[] args) throws InterruptedException {
    int[] numbers = Stream.of(args).mapToInt(Integer::parseInt).toArray();
    PacedFleet fleet = PacedFleet.http(numbers[0], numbers[1], numbers[2], CallPeriods.REAL);
    fleet.start();
    while (true) {
      RunStats second = fleet.second();
      Histogram lag = second.histogram(FleetDuration.SCHEDULER_LAG);
      System.out.printf(
          "lag p50 %d us, p99 %d us, max %d us; beats %d of %d%n",
          lag.getValueAtPercentile(50),
          lag.getValueAtPercentile(99),
          lag.getMaxValue(),
          second.of(Operation.BEAT).count(OperationCount.OK),
          second.of(Operation.BEAT).count(OperationCount.REQUIRED));
    }
  }
}
