package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.record.ServerRow;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.text.Message;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A figure of a measured run beside the model's. Null where it is unknown.
 *
 * @param name one of the constants here
 * @param operation that it is of, for example {@code beat}; null for a figure of the nodes
 */
public record PredictedFigure(String name, String operation, Double measured, Double predicted) {

  /**
   * Processors that a node kept busy in the measurement window, by the mean of the nodes; without
   * its JIT compilers, which a model's nodes do not have.
   */
  public static final String CPU = "cpuCores";

  /** The same of the busiest node. */
  public static final String CPU_BUSIEST = "cpuCoresBusiest";

  public static final String P50 = "p50Ms";
  public static final String P99 = "p99Ms";

  /**
   * The least heap that a node had in use in the measurement window, by the mean of the nodes. What
   * a real node has in use right after a collection is nearest to what a model knows: what is live.
   */
  public static final String HEAP = "heapBytes";

  /** Operations whose latency is shown, in order of preference. */
  private static final List<Operation> MAIN =
      List.of(
          Operation.BEAT,
          Operation.LIST,
          Operation.PUSH,
          Operation.SUBSCRIBE,
          Operation.REGISTER,
          Operation.CONNECT);

  private static final int OPERATIONS = 2;

  /**
   * All figures of two runs.
   *
   * @throws dev.nacoscapacity.reports.record.RecordException when a file of either is damaged
   */
  public static List<PredictedFigure> of(RunFolder measured, RunFolder predicted) {
    List<PredictedFigure> figures = new ArrayList<>();
    figures.add(
        new PredictedFigure(CPU, null, mean(cores(measured.run())), mean(cores(predicted.run()))));
    figures.add(
        new PredictedFigure(
            CPU_BUSIEST, null, max(cores(measured.run())), max(cores(predicted.run()))));
    MAIN.stream()
        .map(Operation::label)
        .filter(operation -> latency(measured.run(), operation) != null)
        .limit(OPERATIONS)
        .forEach(
            operation -> {
              Percentiles was = latency(measured.run(), operation);
              Percentiles is = latency(predicted.run(), operation);
              figures.add(latency(P50, operation, was, is, Percentiles::p50));
              figures.add(latency(P99, operation, was, is, Percentiles::p99));
            });
    figures.add(new PredictedFigure(HEAP, null, mean(heaps(measured)), mean(heaps(predicted))));
    return figures;
  }

  /** Of each node whose CPU is known. */
  private static double[] cores(RunRecord run) {
    return run.servers().values().stream()
        .filter(server -> server.userCpuSeconds() != null && run.windowSeconds() > 0)
        .mapToDouble(Server::warmCpuSeconds)
        .map(seconds -> seconds / run.windowSeconds())
        .toArray();
  }

  private static Double mean(double[] values) {
    return orNull(DoubleStream.of(values).average());
  }

  private static Double max(double[] values) {
    return orNull(DoubleStream.of(values).max());
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static Percentiles latency(RunRecord run, String operation) {
    OperationResult result = run.operations().get(operation);
    return result == null ? null : result.latencyMs();
  }

  private static PredictedFigure latency(
      String name,
      String operation,
      Percentiles measured,
      Percentiles predicted,
      ToDoubleFunction<Percentiles> percentile) {
    return new PredictedFigure(
        name,
        operation,
        percentile.applyAsDouble(measured),
        predicted == null ? null : percentile.applyAsDouble(predicted));
  }

  /** Of each node that has collected its garbage in the window, or does not say whether. */
  private static double[] heaps(RunFolder run) {
    double begin =
        run.events().stream()
            .filter(event -> event.kind().equals(Event.PHASE))
            .filter(event -> Phases.MEASURE.equals(event.fields().get(Event.PHASE)))
            .mapToDouble(Event::seconds)
            .findFirst()
            .orElse(Double.POSITIVE_INFINITY);
    double end = begin + run.run().windowSeconds();
    Map<String, List<ServerRow>> byNode =
        run.serverRows().stream()
            .filter(row -> row.seconds() >= begin && row.seconds() <= end)
            .filter(row -> row.heapUsedBytes() != null)
            .collect(Collectors.groupingBy(ServerRow::node));
    return byNode.values().stream()
        .filter(PredictedFigure::collected)
        .mapToDouble(rows -> rows.stream().mapToLong(ServerRow::heapUsedBytes).min().getAsLong())
        .toArray();
  }

  private static boolean collected(List<ServerRow> rows) {
    Long before = rows.get(0).gcCount();
    Long after = rows.get(rows.size() - 1).gcCount();
    return before == null || after == null || after > before;
  }

  /**
   * How far the prediction is off, as a share of what was measured: above 0 where it is too high.
   * Null where either is unknown, or 0 was measured.
   */
  public Double error() {
    return measured == null || predicted == null || measured == 0
        ? null
        : Double.valueOf((predicted - measured) / measured);
  }

  /** What it is called, with its unit. */
  public Message label() {
    return Message.of("predicted." + name, with("operation", operation));
  }

  /** A value of it as people read it, in the label's unit. */
  public String shown(Double value) {
    if (value == null) {
      return NumberText.UNKNOWN;
    }
    if (name.equals(HEAP)) {
      return NumberText.megabytes(Math.round(value));
    }
    return value < 10 ? NumberText.of("%.2f", value) : NumberText.decimal(value);
  }

  /** The error in percent with its sign, as people read it. */
  public String shownError() {
    return error() == null ? NumberText.UNKNOWN : NumberText.of("%+.1f %%", 100 * error());
  }
}
