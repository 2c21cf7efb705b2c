package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The cost of gRPC clients in one round. The cost of one client is the slope between two numbers of
 * clients, which excludes the fixed cost of the process: classes, compiled code, collector.
 *
 * @param few a process with fewer clients
 * @param many another process with more clients, in a JVM with the same settings
 * @param lists cost of lists of 88 hosts
 */
record GrpcFigures(HeldMemory few, HeldMemory many, Lists lists) {

  /** Target for the memory of a client of the fleet, relative to the real client. */
  private static final double MEMORY_TARGET = 0.1;

  /** Target for 35,000 connections. */
  private static final double RESIDENT_TARGET_MIB = 2048;

  private static final int TARGET_CONNECTIONS = 35_000;
  private static final double KIB_PER_MIB = 1024;

  /**
   * A process whose clients are connected and idle.
   *
   * @param residentKib resident memory after a garbage collection
   * @param threads live threads
   * @param cores processors that the process used
   */
  record HeldMemory(int clients, long residentKib, int threads, double cores) {}

  /**
   * Lists, one call at a time.
   *
   * @param count number of answered lists
   * @param used by the process meanwhile
   * @param idleCores processors used before, while the same clients were idle
   */
  record Lists(long count, Reading used, double idleCores) {

    double perSecond() {
      return count / used.seconds();
    }

    /** CPU cost of a list, without the usage of the idle clients. */
    double cpuMicros() {
      return 1e6 * (used.cores() - idleCores) / perSecond();
    }
  }

  private double each(ToDoubleFunction<HeldMemory> figure) {
    return (figure.applyAsDouble(many) - figure.applyAsDouble(few)) / (many.clients - few.clients);
  }

  double kibEach() {
    return each(HeldMemory::residentKib);
  }

  private double threadsEach() {
    return each(HeldMemory::threads);
  }

  private double coresPerThousand() {
    return 1000 * each(HeldMemory::cores);
  }

  /** Resident memory of 35,000 clients, extrapolated from these figures. */
  private double residentMibAtTarget() {
    return (many.residentKib + kibEach() * (TARGET_CONNECTIONS - many.clients)) / KIB_PER_MIB;
  }

  /** Whether the medians of the rounds meet the targets. */
  static boolean targetsMet(List<GrpcFigures> fleet, List<GrpcFigures> real) {
    return Spread.ofRatios(fleet, real, GrpcFigures::kibEach).median() <= MEMORY_TARGET
        && Spread.of(fleet, GrpcFigures::residentMibAtTarget).median() <= RESIDENT_TARGET_MIB;
  }

  /** The table of both clients, measured in the same rounds; at least one round. */
  static String table(List<GrpcFigures> fleet, List<GrpcFigures> real) {
    Table table = BenchCommand.table("", "fleet", "nacos-client 2.x", "fleet / real", "target");
    table.row(
        "clients of the two processes, a connection each",
        clients(fleet.get(0)),
        clients(real.get(0)),
        "",
        "");
    new Rows(table, fleet, real)
        .row("resident KiB, one more client", "%,.1f", GrpcFigures::kibEach, "≤ 0.1")
        .row("threads, one more client", "%.2f", GrpcFigures::threadsEach, "")
        .row("cores, 1,000 more idle clients", "%.4f", GrpcFigures::coresPerThousand, "")
        .row(
            "lists of 88 hosts a second, while measured",
            "%,.0f",
            round -> round.lists.perSecond(),
            "")
        .row(
            "CPU µs a list, that of idle clients taken off",
            "%,.1f",
            round -> round.lists.cpuMicros(),
            "");
    return "Median and range of %d rounds:%n%n%s%n%n"
            .formatted(fleet.size(), String.join("\n", BenchCommand.markdown(table)))
        + "35,000 connections of the fleet by these figures: %s MiB resident (target ≤ %,.0f)%n"
            .formatted(
                Spread.of(fleet, GrpcFigures::residentMibAtTarget).format("%,.0f"),
                RESIDENT_TARGET_MIB);
  }

  private static String clients(GrpcFigures round) {
    return NumberText.of("%,d and %,d", round.few.clients, round.many.clients);
  }

  private record Rows(Table table, List<GrpcFigures> fleet, List<GrpcFigures> real) {

    Rows row(String name, String format, ToDoubleFunction<GrpcFigures> figure, String target) {
      table.row(
          name,
          Spread.of(fleet, figure).format(format),
          Spread.of(real, figure).format(format),
          Spread.ofRatios(fleet, real, figure).format("%.3f"),
          target);
      return this;
    }
  }
}
