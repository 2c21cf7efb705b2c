package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.reports.text.NumberText.UNKNOWN;
import static dev.nacoscapacity.reports.text.NumberText.count;
import static dev.nacoscapacity.reports.text.NumberText.decimal;

import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.function.ToDoubleFunction;

/**
 * An operation's row in tables.
 *
 * @param required calls a second
 * @param share of the required calls that were achieved, in percent, rounded down
 * @param p50 of latency, in ms; the three after it likewise
 * @param retry99 p99 of the attempts before the one that counts, in ms
 * @param wait99 p99 of the wait for a connection, in ms
 * @param serve99 p99 of the time from written to answered, in ms
 */
public record OperationFigures(
    String required,
    String achieved,
    String share,
    String failed,
    String missed,
    String p50,
    String p99,
    String p999,
    String max,
    String retry99,
    String wait99,
    String serve99) {

  /**
   * Figures of a judged window.
   *
   * @param seconds its length
   */
  public static OperationFigures of(OperationResult operation, double seconds) {
    return new OperationFigures(
        rate(operation.required(), seconds),
        rate(operation.achieved(), seconds),
        share(operation),
        count(operation.failures()),
        count(operation.missed()),
        ms(operation.latencyMs(), Percentiles::p50),
        ms(operation.latencyMs(), Percentiles::p99),
        ms(operation.latencyMs(), Percentiles::p999),
        ms(operation.latencyMs(), Percentiles::max),
        ms(operation.retriesMs(), Percentiles::p99),
        ms(operation.poolWaitMs(), Percentiles::p99),
        ms(operation.serviceMs(), Percentiles::p99));
  }

  private static String rate(long calls, double seconds) {
    return seconds > 0 ? decimal(calls / seconds) : UNKNOWN;
  }

  /** Rounded down, so that 100 means all of them. */
  private static String share(OperationResult operation) {
    return operation.required() == 0
        ? UNKNOWN
        : NumberText.of(
            "%.1f", Math.floor(1000.0 * operation.achieved() / operation.required()) / 10);
  }

  private static String ms(Percentiles part, ToDoubleFunction<Percentiles> which) {
    return part == null ? UNKNOWN : decimal(which.applyAsDouble(part));
  }
}
