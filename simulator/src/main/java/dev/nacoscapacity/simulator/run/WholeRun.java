package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Figures that are not limited to the measurement window: pushes, changes, and calls of clients
 * that join or leave; also shortages of this machine before the teardown.
 */
final class WholeRun {

  private static final List<FleetDuration> CHANGES =
      List.of(
          FleetDuration.CHANGES,
          FleetDuration.CHANGES_INCOMPLETE,
          FleetDuration.CHANGES_SUPERSEDED,
          FleetDuration.CONFIG_CHANGES_INCOMPLETE);

  private final RunStats stats = new RunStats(List.of());

  void add(RunStats second) {
    for (FleetDuration changes : CHANGES) {
      if (second.histogram(changes).getTotalCount() > 0) {
        stats.recording(changes).add(second.histogram(changes));
      }
    }
    Histogram pushes = second.of(Operation.PUSH).histogram(LatencyPart.LATENCY);
    if (pushes.getTotalCount() > 0) {
      stats.recording(FleetDuration.PUSHES).add(pushes);
    }
    second
        .operations()
        .forEach(
            (label, calls) -> {
              if (Operation.isOfLifecycle(label)) {
                stats.of(Operation.wholeRun(label)).append(calls);
              }
            });
    second.shortages().keySet().forEach(stats::countShortage);
  }

  RunStats stats() {
    return stats;
  }
}
