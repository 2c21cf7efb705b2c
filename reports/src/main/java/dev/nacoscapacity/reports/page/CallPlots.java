package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls over time.
 *
 * @param t ends of the points, in seconds since the run began
 * @param operations measures of each operation, by name: rates a second ({@code required}, unless
 *     none is known to be, {@code achieved}: mean of the point; {@code achievedLow}, {@code
 *     failed}, {@code skipped}: worst second of the point), {@code inFlight}, {@code latency} with
 *     its {@code heat} map, and the p99 in ms of {@code retries}, {@code poolWait} and {@code
 *     service}
 * @param lag scheduler lag of all operations together; null when the log has none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CallPlots(double[] t, Map<String, Map<String, Object>> operations, PercentilePlot lag) {

  static CallPlots of(List<OperationRow> rows, Ticks ticks, PercentilePlots distributions) {
    Map<String, PointFolds> folds = new LinkedHashMap<>();
    double before = 0;
    double last = 0;
    for (OperationRow row : rows) {
      if (row.seconds() > last) {
        before = last;
        last = row.seconds();
      }
      add(
          row,
          Math.max(last - before, 1e-3),
          ticks.at(row.seconds()),
          folds.computeIfAbsent(row.operation(), name -> new PointFolds(ticks)));
    }
    Map<String, Map<String, Object>> operations = new LinkedHashMap<>();
    folds.forEach((name, fold) -> operations.put(name, measures(name, fold, distributions)));
    return new CallPlots(
        ticks.ends(), operations, distributions.of(FleetDuration.SCHEDULER_LAG.tag()));
  }

  private static void add(OperationRow row, double span, int point, PointFolds fold) {
    OperationStats calls = row.stats();
    long ended = calls.ended();
    fold.sum("required", point, Optional.of(calls.count(OperationCount.REQUIRED)));
    fold.sum("achieved", point, Optional.of(ended));
    fold.lowest("achievedLow", point, Optional.of(ended / span));
    fold.highest("failed", point, Optional.of(calls.count(OperationCount.FAILED) / span));
    fold.highest("skipped", point, Optional.of(calls.count(OperationCount.SKIPPED) / span));
    fold.highest("inFlight", point, Optional.of(calls.count(OperationCount.IN_FLIGHT)));
  }

  private static Map<String, Object> measures(
      String operation, PointFolds fold, PercentilePlots distributions) {
    fold.perSecond("required");
    fold.perSecond("achieved");
    Map<String, Object> measures = new LinkedHashMap<>(fold.values());
    if (Arrays.stream(fold.values().get("required")).noneMatch(each -> each > 0)) {
      measures.remove("required");
    }
    measures.put("latency", distributions.of(operation + ".latency"));
    for (String part : List.of("retries", "poolWait", "service")) {
      PercentilePlot distribution = distributions.of(operation + "." + part);
      measures.put(part, distribution == null ? null : distribution.p99());
    }
    measures.put("heat", distributions.heat(operation + ".latency"));
    measures.values().removeIf(value -> value == null);
    return measures;
  }
}
