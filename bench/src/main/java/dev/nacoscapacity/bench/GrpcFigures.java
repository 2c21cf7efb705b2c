package dev.nacoscapacity.bench;

import dev.nacoscapacity.reports.statistics.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What clients over gRPC cost in one round. What one of them takes is the slope between two counts,
 * so that what the process takes without any falls out: classes, compiled code, collector.
 *
 * @param few a process with fewer clients
 * @param many another with more, in a JVM with the same settings
 * @param lists what lists of 88 hosts cost
 */
record GrpcFigures(Held few, Held many, Lists lists) {

  /** Of memory a client, ours over the real one's. */
  private static final double MEMORY_TARGET = 0.1;

  /** Of 35,000 connections. */
  private static final double RESIDENT_TARGET_MIB = 2048;

  private static final int TARGET_CONNECTIONS = 35_000;
  private static final double KIB_PER_MIB = 1024;

  /**
   * A process whose clients are connected and idle.
   *
   * @param residentKib after its garbage is collected
   * @param threads that live
   * @param cores processors that it used
   */
  record Held(int clients, long residentKib, int threads, double cores) {}

  /**
   * Lists, one call at a time.
   *
   * @param perSecond that were answered
   * @param cpuSeconds that the process used meanwhile
   * @param seconds on the clock
   * @param idleCores processors that it used before, when the same clients were idle
   */
  record Lists(double perSecond, double cpuSeconds, double seconds, double idleCores) {

    /** What a list cost, without what the idle clients would have taken anyway. */
    double cpuMicros() {
      return 1e6 * (cpuSeconds / seconds - idleCores) / perSecond;
    }
  }

  private double each(ToDoubleFunction<Held> figure) {
    return (figure.applyAsDouble(many) - figure.applyAsDouble(few)) / (many.clients - few.clients);
  }

  double kibEach() {
    return each(Held::residentKib);
  }

  private double threadsEach() {
    return each(Held::threads);
  }

  private double coresPerThousand() {
    return 1000 * each(Held::cores);
  }

  private double listMicros() {
    return lists.cpuMicros();
  }

  /** What 35,000 take, by these figures. */
  private double residentMibAtTarget() {
    return (many.residentKib + kibEach() * (TARGET_CONNECTIONS - many.clients)) / KIB_PER_MIB;
  }

  /** By the medians of the rounds. */
  static boolean targetsMet(List<GrpcFigures> fleet, List<GrpcFigures> real) {
    return Spread.ofRatios(fleet, real, GrpcFigures::kibEach).median() <= MEMORY_TARGET
        && Spread.of(fleet, GrpcFigures::residentMibAtTarget).median() <= RESIDENT_TARGET_MIB;
  }

  /** Both in the same rounds, at least one. */
  static String table(List<GrpcFigures> fleet, List<GrpcFigures> real) {
    StringBuilder table = new StringBuilder();
    table.append("Median and range of %d rounds:%n%n".formatted(fleet.size()));
    table.append("| | fleet | nacos-client 2.x | fleet / real | target |\n|---|---|---|---|---|\n");
    table.append(
        "| clients of the two processes, a connection each | %s | %s | | |%n"
            .formatted(clients(fleet.get(0)), clients(real.get(0))));
    row(
        table,
        "resident KiB, one more client",
        "%,.1f",
        fleet,
        real,
        GrpcFigures::kibEach,
        "≤ 0.1");
    row(table, "threads, one more client", "%.2f", fleet, real, GrpcFigures::threadsEach, "");
    row(
        table,
        "cores, 1,000 more idle clients",
        "%.4f",
        fleet,
        real,
        GrpcFigures::coresPerThousand,
        "");
    row(
        table,
        "lists of 88 hosts a second, while measured",
        "%,.0f",
        fleet,
        real,
        round -> round.lists.perSecond,
        "");
    row(
        table,
        "CPU µs a list, that of idle clients taken off",
        "%,.1f",
        fleet,
        real,
        GrpcFigures::listMicros,
        "");
    table.append(
        "\n35,000 connections of the fleet by these figures: %s MiB resident (target ≤ %,.0f)%n"
            .formatted(
                Spread.of(fleet, GrpcFigures::residentMibAtTarget).format("%,.0f"),
                RESIDENT_TARGET_MIB));
    return table.toString();
  }

  private static String clients(GrpcFigures round) {
    return String.format(Locale.ROOT, "%,d and %,d", round.few.clients, round.many.clients);
  }

  private static void row(
      StringBuilder table,
      String name,
      String format,
      List<GrpcFigures> fleet,
      List<GrpcFigures> real,
      ToDoubleFunction<GrpcFigures> figure,
      String target) {
    table.append(
        "| %s | %s | %s | %s | %s |%n"
            .formatted(
                name,
                Spread.of(fleet, figure).format(format),
                Spread.of(real, figure).format(format),
                Spread.ofRatios(fleet, real, figure).format("%.3f"),
                target));
  }
}
