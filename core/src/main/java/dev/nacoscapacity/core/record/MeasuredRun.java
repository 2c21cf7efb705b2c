package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import java.util.List;
import java.util.Map;

/**
 * What a run came to, or one of several processes that share a fleet: its record, and the
 * distributions behind the percentiles of the record.
 *
 * @param measured figures of the measurement window
 */
public record MeasuredRun(RunRecord run, RunStats measured) {

  /** A result whose record has all figures that follow from the calls measured. */
  public static MeasuredRun of(RunRecordBuilder record, RunStats measured) {
    return new MeasuredRun(
        record
            .operations(OperationResult.of(measured))
            .lifecycle(OperationResult.lifecycle(measured))
            .pushes(Pushes.ofMicros(measured.histogram(FleetDuration.PUSHES)).orElse(null))
            .changes(Changes.of(measured).orElse(null))
            .configChanges(ConfigChanges.of(measured).orElse(null))
            .build(),
        measured);
  }

  /** Reads the result from the folder of a run. */
  public static MeasuredRun read(RunFolder folder) {
    RegistryResult registry = folder.run().registry();
    Map<String, RegistryStats> nodes = registry == null ? Map.of() : registry.byNode();
    RunStats measured = new RunStats(List.copyOf(nodes.keySet()));
    nodes.forEach((node, listed) -> measured.registry().get(node).append(listed));
    folder.run().operations().forEach((name, result) -> count(measured.of(name), result));
    folder
        .run()
        .lifecycle()
        .forEach((name, result) -> count(measured.of(Operation.wholeRun(name)), result));
    folder.measuredHistograms().forEach(measured::addHistogram);
    return new MeasuredRun(folder.run(), measured);
  }

  private static void count(OperationStats stats, OperationResult result) {
    stats.set(OperationCount.REQUIRED, result.required());
    stats.set(OperationCount.OK, result.ok());
    stats.set(OperationCount.SKIPPED, result.skipped());
    stats.set(OperationCount.FAILOVER_RETRIES, result.failoverRetries());
    result.failed().forEach(stats::fail);
  }
}
