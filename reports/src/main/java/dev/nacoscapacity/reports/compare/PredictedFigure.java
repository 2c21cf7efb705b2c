package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A figure of a measured run beside the model's prediction. Null means unknown.
 *
 * @param name one of the constants here
 * @param operation of the figure, for example {@code beat}; null for a figure of the nodes
 */
public record PredictedFigure(String name, String operation, Double measured, Double predicted) {

  /**
   * Processors that a node kept busy in the measurement window, averaged over the nodes. JIT
   * compilation is excluded, since modelled nodes have none.
   */
  public static final String CPU = "cpuCores";

  /** Processors that the busiest node kept busy, also without JIT compilation. */
  public static final String CPU_BUSIEST = "cpuCoresBusiest";

  public static final String P50 = "p50Ms";
  public static final String P99 = "p99Ms";

  /**
   * The smallest heap usage of a node in the measurement window, averaged over the nodes. A model
   * knows only live objects, and the heap usage of a real node right after a collection comes
   * nearest to that.
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
   * @throws dev.nacoscapacity.core.record.RecordException when a file of either is damaged
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

  /** The busy cores of each node with known CPU time. */
  private static double[] cores(RunRecord run) {
    return run.servers().values().stream()
        .filter(server -> server.measuredCpu() && run.windowSeconds() > 0)
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

  /**
   * The smallest heap usage of each node that collected garbage in the window, or does not report
   * its collections.
   */
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
            .filter(row -> row.jvm().heapUsedBytes() != null)
            .collect(Collectors.groupingBy(ServerRow::node));
    return byNode.values().stream()
        .filter(PredictedFigure::collected)
        .mapToDouble(
            rows -> rows.stream().mapToLong(row -> row.jvm().heapUsedBytes()).min().getAsLong())
        .toArray();
  }

  private static boolean collected(List<ServerRow> rows) {
    Long before = rows.get(0).jvm().gcCount();
    Long after = rows.get(rows.size() - 1).jvm().gcCount();
    return before == null || after == null || after > before;
  }

  /**
   * The error of the prediction as a share of the measured value: positive when the prediction is
   * too high. Null when either value is unknown, or the measured value is 0.
   */
  public Double error() {
    return measured == null || predicted == null || measured == 0
        ? null
        : Double.valueOf((predicted - measured) / measured);
  }

  /** The name of the figure, with its unit. */
  public Message label() {
    return Message.of("predicted." + name, with("operation", operation));
  }

  /** A value of the figure, formatted in the unit of the label. */
  public String shown(Double value) {
    if (value == null) {
      return NumberText.UNKNOWN;
    }
    if (name.equals(HEAP)) {
      return NumberText.megabytes(Math.round(value));
    }
    return value < 10 ? NumberText.of("%.2f", value) : NumberText.decimal(value);
  }

  /** The error in percent with its sign, formatted. */
  public String shownError() {
    return error() == null ? NumberText.UNKNOWN : NumberText.of("%+.1f %%", 100 * error());
  }
}
