package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.record.OperationRow;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls over time.
 *
 * @param t ends of the points, in seconds since the run began
 * @param operations by name
 * @param lag of all operations together; null when the log has none
 */
record CallPlots(double[] t, Map<String, Rates> operations, Distribution lag) {

  /**
   * One operation. Rates are a second: the mean over the point, and the lowest second of it.
   *
   * @param required slots that fell due
   * @param achieved calls that ended
   * @param achievedLow in the worst second of the point
   * @param failed calls that ended badly, in the worst second
   * @param skipped slots, in the worst second
   * @param inFlight most calls not yet answered
   * @param retries their p99, in ms
   * @param poolWait its p99, in ms
   * @param service its p99, in ms
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Rates(
      double[] required,
      double[] achieved,
      double[] achievedLow,
      double[] failed,
      double[] skipped,
      double[] inFlight,
      Distribution latency,
      double[] retries,
      double[] poolWait,
      double[] service,
      HeatMap heat) {

    /** An operation that can be chosen, and no more. */
    static final Rates NONE =
        new Rates(null, null, null, null, null, null, null, null, null, null, null);

    Rates withoutHeat() {
      return new Rates(
          required,
          achieved,
          achievedLow,
          failed,
          skipped,
          inFlight,
          latency,
          retries,
          poolWait,
          service,
          null);
    }
  }

  static CallPlots of(List<OperationRow> rows, Ticks ticks, Distributions distributions) {
    Map<String, Sums> sums = new LinkedHashMap<>();
    double before = 0;
    double last = 0;
    for (OperationRow row : rows) {
      if (row.seconds() > last) {
        before = last;
        last = row.seconds();
      }
      sums.computeIfAbsent(row.operation(), name -> new Sums(ticks))
          .add(row, Math.max(last - before, 1e-3));
    }
    Map<String, Rates> operations = new LinkedHashMap<>();
    sums.forEach((name, sum) -> operations.put(name, sum.rates(name, distributions)));
    return new CallPlots(
        ticks.ends(),
        operations,
        distributions.of(dev.nacoscapacity.reports.stats.Distribution.SCHEDULER_LAG.tag()));
  }

  private static final class Sums {
    private final Ticks ticks;
    private final PointFold required;
    private final PointFold achieved;
    private final PointFold achievedLow;
    private final PointFold failed;
    private final PointFold skipped;
    private final PointFold inFlight;

    Sums(Ticks ticks) {
      this.ticks = ticks;
      required = PointFold.sum(ticks.points());
      achieved = PointFold.sum(ticks.points());
      achievedLow = PointFold.lowest(ticks.points());
      failed = PointFold.highest(ticks.points());
      skipped = PointFold.highest(ticks.points());
      inFlight = PointFold.highest(ticks.points());
    }

    void add(OperationRow row, double span) {
      int point = ticks.at(row.seconds());
      OperationStats stats = row.stats();
      long ended = stats.ended();
      required.add(point, stats.count(OperationCount.REQUIRED));
      achieved.add(point, ended);
      achievedLow.add(point, ended / span);
      failed.add(point, stats.count(OperationCount.FAILED) / span);
      skipped.add(point, stats.count(OperationCount.SKIPPED) / span);
      inFlight.add(point, stats.count(OperationCount.IN_FLIGHT));
    }

    Rates rates(String operation, Distributions distributions) {
      return new Rates(
          required.perSecond(ticks),
          achieved.perSecond(ticks),
          achievedLow.values(),
          failed.values(),
          skipped.values(),
          inFlight.values(),
          distributions.of(operation + ".latency"),
          p99(distributions.of(operation + ".retries")),
          p99(distributions.of(operation + ".poolWait")),
          p99(distributions.of(operation + ".service")),
          distributions.heat(operation + ".latency"));
    }

    private static double[] p99(Distribution part) {
      return part == null ? null : part.p99();
    }
  }
}
