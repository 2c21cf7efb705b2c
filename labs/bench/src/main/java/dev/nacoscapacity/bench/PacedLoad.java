package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.fleet.PacedFleet;
import dev.nacoscapacity.calibration.fleet.PacedFleet.Periods;
import dev.nacoscapacity.core.stats.Distribution;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.Locale;

/** A fleet at its real rates against one server. */
final class PacedLoad {

  private PacedLoad() {}

  /**
   * Runs until the process is killed; prints the scheduler lag and the number of calls each second.
   *
   * @param args the server's port, the numbers of connections and instances
   */
  public static void main(String[] args) throws InterruptedException {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    int instances = Integer.parseInt(args[2]);
    PacedFleet fleet = PacedFleet.http(port, connections, instances, Periods.REAL);
    fleet.start();
    while (true) {
      RunStats second = fleet.second();
      System.out.printf(
          Locale.ROOT,
          "lag p50 %d us, p99 %d us, max %d us; beats %d of %d%n",
          second.histogram(Distribution.SCHEDULER_LAG).getValueAtPercentile(50),
          second.histogram(Distribution.SCHEDULER_LAG).getValueAtPercentile(99),
          second.histogram(Distribution.SCHEDULER_LAG).getMaxValue(),
          second.of(Operation.BEAT).count(OperationCount.OK),
          second.of(Operation.BEAT).count(OperationCount.REQUIRED));
    }
  }
}
