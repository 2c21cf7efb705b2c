package dev.nacoscapacity.simulator.proc;

import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.ServerRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Sums up the rows of one node over a window. */
final class NodeUsage {

  private final CounterIncrease user = new CounterIncrease();
  private final CounterIncrease system = new CounterIncrease();
  private final CounterIncrease gc = new CounterIncrease();
  private final CounterIncrease jit = new CounterIncrease();
  private double lastCpuSeconds = Double.NaN;
  private Optional<String> sharesProcessOf = Optional.empty();
  private Optional<Integer> cores = Optional.empty();
  private Optional<Boolean> generatorApart = Optional.empty();
  private Optional<Double> cpuShareMax = Optional.empty();
  private Optional<Integer> threadsMax = Optional.empty();
  private Optional<Long> heapMax = Optional.empty();
  private Optional<Integer> connectionsMax = Optional.empty();

  /** Restarts the window; the last values of the counters are kept. */
  void restart() {
    List.of(user, system, gc, jit).forEach(CounterIncrease::restart);
    cpuShareMax = Optional.empty();
    threadsMax = Optional.empty();
    heapMax = Optional.empty();
    connectionsMax = Optional.empty();
  }

  /**
   * Sets the process of the node.
   *
   * @param node the node whose process this node shares; empty for a process of its own, or when
   *     unknown
   */
  void runsIn(Optional<String> node) {
    sharesProcessOf = node;
  }

  /**
   * Sets whether the load generator has processors of its own.
   *
   * @param apart empty for a node on another machine
   */
  void generatorApart(Optional<Boolean> apart) {
    generatorApart = apart.or(() -> generatorApart);
  }

  /**
   * Adds a row.
   *
   * @param now cores that the node may use, if they are known
   */
  void add(ServerRow row, Optional<Integer> now) {
    cores = now.or(() -> cores);
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
        sharesProcessOf.orElse(null),
        cores.orElse(null),
        generatorApart.orElse(null),
        new Server.Cpu(
            user.sum().orElse(null), system.sum().orElse(null), cpuShareMax.orElse(null)),
        threadsMax.orElse(null),
        heapMax.orElse(null),
        gc.sum().map(Math::round).orElse(null),
        jit.sum().map(Math::round).orElse(null),
        connectionsMax.orElse(null));
  }

  private static <T extends Comparable<T>> Optional<T> max(Optional<T> most, T value) {
    return Stream.concat(most.stream(), Stream.ofNullable(value)).max(Comparator.naturalOrder());
  }
}
