package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.PacedFleet.CallPeriods;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** The engine of a run over gRPC, controlled by requests. */
final class GrpcFleet {

  private PacedFleet fleet;

  private GrpcFleet() {}

  /**
   * Replaces the fleet, which is connected and registered then; and lets it list for a while.
   *
   * @param instances of the new fleet; 0 to go on with the last one
   * @param listMicros period of the lists of an instance; 0 for health checks only, each 5 s
   * @param seconds to list, for which the number of lists is the answer
   */
  record Task(int port, int instances, long listMicros, int seconds) {}

  /** Serves until the process is killed. */
  public static void main(String[] args) {
    GrpcFleet own = new GrpcFleet();
    Requests.serve(Task.class, own::make);
  }

  private long make(Task task) throws InterruptedException {
    if (task.instances > 0) {
      if (fleet != null) {
        fleet.close();
      }
      Duration lists = Duration.of(task.listMicros, ChronoUnit.MICROS);
      CallPeriods periods = new CallPeriods(CallPeriods.REAL.beats(), lists);
      fleet = PacedFleet.grpc(task.port, task.instances, periods);
      fleet.start();
    }
    OperationStats lists = fleet.seconds(task.seconds).of(Operation.LIST);
    if (lists.count(OperationCount.FAILED) > 0) {
      throw new MeasureException("lists failed: " + lists.failures());
    }
    return lists.count(OperationCount.OK);
  }
}
