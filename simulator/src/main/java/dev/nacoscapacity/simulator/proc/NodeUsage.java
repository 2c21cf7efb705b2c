package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import java.util.List;

/** Sums up the rows of one node over a window. */
final class NodeUsage {

  private final CounterIncrease user = new CounterIncrease();
  private final CounterIncrease system = new CounterIncrease();
  private final CounterIncrease gc = new CounterIncrease();
  private final CounterIncrease jit = new CounterIncrease();
  private double lastCpuSeconds = Double.NaN;
  private String sharesProcessOf;
  private Integer cores;
  private Boolean generatorApart;
  private Double cpuShareMax;
  private Integer threadsMax;
  private Long heapMax;
  private Integer connectionsMax;

  /** Restarts the window; the last values of the counters are kept. */
  void restart() {
    List.of(user, system, gc, jit).forEach(CounterIncrease::restart);
    cpuShareMax = null;
    threadsMax = null;
    heapMax = null;
    connectionsMax = null;
  }

  /**
   * Sets the process of the node.
   *
   * @param node the node whose process this node shares; null for a process of its own, or when
   *     unknown
   */
  void runsIn(String node) {
    sharesProcessOf = node;
  }

  /**
   * Sets whether the load generator has processors of its own.
   *
   * @param apart null for a node on another machine
   */
  void generatorApart(Boolean apart) {
    generatorApart = apart == null ? generatorApart : apart;
  }

  void add(ServerRow row, Integer cores) {
    this.cores = cores == null ? this.cores : cores;
    addCpu(row);
    if (row.jvm().gcMillis() != null) {
      gc.add(row.jvm().gcMillis());
    }
    if (row.jitMillis() != null) {
      jit.add(row.jitMillis());
    }
    threadsMax = max(threadsMax, row.cpu().threads());
    heapMax = max(heapMax, row.jvm().heapUsedBytes());
    connectionsMax = max(connectionsMax, row.connections());
  }

  private void addCpu(ServerRow row) {
    if (row.cpu().userCpuSeconds() == null) {
      return;
    }
    double growth = user.add(row.cpu().userCpuSeconds());
    if (row.cpu().systemCpuSeconds() != null) {
      growth += system.add(row.cpu().systemCpuSeconds());
    }
    double elapsed = row.seconds() - lastCpuSeconds;
    if (elapsed > 0) {
      cpuShareMax = max(cpuShareMax, growth / elapsed);
    }
    lastCpuSeconds = row.seconds();
  }

  Server summary() {
    return new Server(
        sharesProcessOf,
        cores,
        generatorApart,
        new Server.Cpu(user.sum(), system.sum(), cpuShareMax),
        threadsMax,
        heapMax,
        rounded(gc),
        rounded(jit),
        connectionsMax);
  }

  private static Long rounded(CounterIncrease counter) {
    Double sum = counter.sum();
    return sum == null ? null : Math.round(sum);
  }

  private static <T extends Comparable<T>> T max(T most, T value) {
    return most == null || value != null && value.compareTo(most) > 0 ? value : most;
  }
}
