package dev.nacoscapacity.bench;

import java.util.Locale;

/**
 * What clients over gRPC cost their process.
 *
 * @param clients connected
 * @param residentKib of the whole process, with them
 * @param kibEach by how much that grew for each of them
 * @param idleCores processors used while they were idle, all together
 * @param queriesPerCpuSecond lists of 88 hosts
 */
record GrpcFigures(
    int clients, long residentKib, double kibEach, double idleCores, double queriesPerCpuSecond) {

  /** Of memory a client, ours over the real one's. */
  private static final double MEMORY_TARGET = 0.1;

  /** Of 35,000 connections. */
  private static final double RESIDENT_TARGET_MIB = 2048;

  private static final int TARGET_CONNECTIONS = 35_000;

  GrpcFigures withQueries(double perCpuSecond) {
    return new GrpcFigures(clients, residentKib, kibEach, idleCores, perCpuSecond);
  }

  private double idleCoresPerThousand() {
    return idleCores / clients * 1000;
  }

  /** What 35,000 take, by these figures. */
  private double residentMibAtTarget() {
    return (residentKib + kibEach * (TARGET_CONNECTIONS - clients)) / 1024;
  }

  static boolean targetsMet(GrpcFigures fleet, GrpcFigures real) {
    return fleet.kibEach <= MEMORY_TARGET * real.kibEach
        && fleet.residentMibAtTarget() <= RESIDENT_TARGET_MIB;
  }

  static String table(GrpcFigures fleet, GrpcFigures real) {
    StringBuilder table = new StringBuilder();
    table.append("| | fleet | nacos-client 2.x | fleet / real | target |\n|---|---|---|---|---|\n");
    row(table, "clients, a connection each", "%,.0f", fleet.clients, real.clients, "");
    row(table, "resident MiB of the process", "%,.0f", mib(fleet), mib(real), "");
    row(table, "resident KiB a client", "%,.1f", fleet.kibEach, real.kibEach, "≤ 0.1");
    row(
        table,
        "cores for 1,000 idle clients",
        "%.4f",
        fleet.idleCoresPerThousand(),
        real.idleCoresPerThousand(),
        "");
    row(
        table,
        "lists of 88 hosts per CPU-second",
        "%,.0f",
        fleet.queriesPerCpuSecond,
        real.queriesPerCpuSecond,
        "");
    table.append(
        "\n35,000 connections of the fleet by these figures: %,.0f MiB resident (target ≤ %,.0f)%n"
            .formatted(fleet.residentMibAtTarget(), RESIDENT_TARGET_MIB));
    return table.toString();
  }

  private static double mib(GrpcFigures figures) {
    return figures.residentKib / 1024.0;
  }

  private static void row(
      StringBuilder table, String name, String format, double ours, double theirs, String target) {
    table.append(
        "| %s | %s | %s | %s | %s |%n"
            .formatted(
                name,
                String.format(Locale.ROOT, format, ours),
                String.format(Locale.ROOT, format, theirs),
                String.format(Locale.ROOT, "%.3f", ours / theirs),
                target));
  }
}
