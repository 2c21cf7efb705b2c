package dev.nacoscapacity.simulator.study.fit;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.ServerRow;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    double from = begin(run, phase);
    double to = phases(run).mapToDouble(Event::seconds).filter(each -> each > from).min().orElse(0);
    Collection<List<ServerRow>> nodes = byNode(run);
    if (to < from
        || nodes.isEmpty()
        || nodes.stream().flatMap(List::stream).anyMatch(row -> row.cpu().seconds().isEmpty())) {
      return Optional.empty();
    }
    double cpu = grown(nodes, from, to, row -> row.cpu().seconds().getAsDouble());
    double jit = grown(nodes, from, to, row -> row.jitMillis() == null ? 0 : row.jitMillis() / 1e3);
    return Optional.of(new PhaseUsage(to - from, cpu, jit));
  }

  /** The second in which a phase begins; infinite when the run had none. */
  static double begin(RunFolder run, String phase) {
    return phases(run)
        .filter(event -> phase.equals(event.fields().get("phase")))
        .mapToDouble(Event::seconds)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Stream<Event> phases(RunFolder run) {
    return run.events().stream().filter(event -> event.kind().equals(Event.PHASE));
  }

  static Collection<List<ServerRow>> byNode(RunFolder run) {
    return run.serverRows().stream().collect(Collectors.groupingBy(ServerRow::node)).values();
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
