package dev.nacoscapacity.simulator;

import dev.nacoscapacity.core.workload.Workload;

/** Records of loads, for tests of those who read them. */
public final class Workloads {

  private Workloads() {}

  /** With the usual periods. */
  public static Workload of(int instances, int services, String protocol) {
    return new Workload(
        instances,
        services,
        protocol,
        null,
        5,
        10,
        30,
        15,
        "spread",
        100,
        null,
        null,
        null,
        "1/1",
        1,
        0,
        0,
        null,
        60,
        60,
        "capacity",
        "capacity-x",
        null);
  }
}
