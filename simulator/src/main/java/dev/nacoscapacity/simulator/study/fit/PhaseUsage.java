package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.ServerRow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * CPU usage of all nodes of a run together in one phase.
 *
 * @param seconds length of the phase
 * @param cpuSeconds including JIT compilation
 * @param jitSeconds of JIT compilation; 0 when unknown
 */
record PhaseUsage(double seconds, double cpuSeconds, double jitSeconds) {

  /** Empty when the run has no such phase, or the usage of a node is unknown. */
  static Optional<PhaseUsage> of(RunFolder run, String phase) {
    List<Event> phases =
        run.events().stream().filter(event -> event.kind().equals(Event.PHASE)).toList();
    int begun =
        IntStream.range(0, phases.size() - 1)
            .filter(i -> phase.equals(phases.get(i).fields().get("phase")))
            .findFirst()
            .orElse(-1);
    Collection<List<ServerRow>> nodes = byNode(run);
    if (begun < 0
        || nodes.isEmpty()
        || nodes.stream().flatMap(List::stream).anyMatch(row -> row.userCpuSeconds() == null)) {
      return Optional.empty();
    }
    double from = phases.get(begun).seconds();
    double to = phases.get(begun + 1).seconds();
    double cpu = grown(nodes, from, to, PhaseUsage::cpu);
    double jit = grown(nodes, from, to, row -> row.jitMillis() == null ? 0 : row.jitMillis() / 1e3);
    return Optional.of(new PhaseUsage(to - from, cpu, jit));
  }

  static Collection<List<ServerRow>> byNode(RunFolder run) {
    return run.serverRows().stream().collect(Collectors.groupingBy(ServerRow::node)).values();
  }

  private static double cpu(ServerRow row) {
    return row.userCpuSeconds() + (row.systemCpuSeconds() == null ? 0 : row.systemCpuSeconds());
  }

  private static double grown(
      Collection<List<ServerRow>> nodes,
      double from,
      double to,
      ToDoubleFunction<ServerRow> counter) {
    return nodes.stream()
        .mapToDouble(rows -> at(to, rows, counter) - at(from, rows, counter))
        .sum();
  }

  /** Interpolates linearly between two rows, which are a second apart. */
  private static double at(
      double second, List<ServerRow> rows, ToDoubleFunction<ServerRow> counter) {
    int after = 0;
    while (after < rows.size() - 1 && rows.get(after).seconds() < second) {
      after++;
    }
    ServerRow next = rows.get(after);
    if (after == 0) {
      return counter.applyAsDouble(next);
    }
    ServerRow last = rows.get(after - 1);
    double share = Math.min(1, (second - last.seconds()) / (next.seconds() - last.seconds()));
    double before = counter.applyAsDouble(last);
    return before + share * (counter.applyAsDouble(next) - before);
  }
}
