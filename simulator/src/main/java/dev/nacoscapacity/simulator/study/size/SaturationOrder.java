package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The resources of the nodes that were exhausted in a run, in chronological order, since a resource
 * may only be exhausted as a consequence of an earlier one. A node with all threads in use leaves
 * its processors idle, and so looks different in the measurement window than at the moment of
 * failure.
 */
final class SaturationOrder {

  private static final double FULL = 0.95;

  /** A shorter time with all threads in use is not a saturation. */
  private static final double LASTING_SECONDS = 3;

  private record Exhaustion(double second, Reason reason) {}

  private final int cores;
  private final int threads;

  /** The row of each node from which its processors are checked. */
  private final Map<String, ServerRow> windowStart = new HashMap<>();

  /** When all threads of a node were taken, by node. */
  private final Map<String, Double> threadsTakenSince = new HashMap<>();

  private final Set<String> reported = new HashSet<>();
  private final List<Exhaustion> exhaustions = new ArrayList<>();

  private SaturationOrder(int cores, int threads) {
    this.cores = cores;
    this.threads = threads;
  }

  /**
   * The exhausted resources, the first one first; a single sentence when there are none.
   *
   * @param cores of a node
   * @param threads of a node for requests
   */
  static List<Reason> of(List<ServerRow> rows, int cores, int threads) {
    SaturationOrder order = new SaturationOrder(cores, threads);
    rows.forEach(order::look);
    order.exhaustions.sort(Comparator.comparingDouble(Exhaustion::second));
    return order.exhaustions.isEmpty()
        ? List.of(Reason.of(Severity.CAUSE, "nothingFull", with("threads", threads)))
        : order.exhaustions.stream().map(Exhaustion::reason).toList();
  }

  private void look(ServerRow row) {
    ServerRow before = windowStart.putIfAbsent(row.node(), row);
    if (before != null
        && row.seconds() - before.seconds() >= LASTING_SECONDS
        && row.cpu().userCpuSeconds() != null) {
      double used =
          (row.cpu().userCpuSeconds() - before.cpu().userCpuSeconds())
              / (row.seconds() - before.seconds());
      windowStart.put(row.node(), row);
      if (used >= FULL * cores) {
        add(
            "processorsFull",
            before.seconds(),
            with("node", row.node())
                .and("share", Math.min(100, 100 * used / cores))
                .and("cores", cores)
                .and("second", before.seconds()));
      }
    }
    if (row.jvm().heapUsedBytes() != null
        && row.jvm().heapMaxBytes() != null
        && row.jvm().heapUsedBytes() >= FULL * row.jvm().heapMaxBytes()) {
      add(
          "heapFull",
          row.seconds(),
          with("node", row.node())
              .and("megabytes", row.jvm().heapMaxBytes() >> 20)
              .and("second", row.seconds()));
    }
    if (row.cpu().threads() == null || row.cpu().threads() < threads) {
      threadsTakenSince.remove(row.node());
    } else {
      double since = threadsTakenSince.computeIfAbsent(row.node(), node -> row.seconds());
      if (row.seconds() - since >= LASTING_SECONDS) {
        add(
            "threadsFull",
            since,
            with("node", row.node()).and("threads", threads).and("second", since));
      }
    }
  }

  /** Adds the first node for each resource only. */
  private void add(String code, double second, Arguments of) {
    if (reported.add(code)) {
      exhaustions.add(new Exhaustion(second, Reason.of(Severity.CAUSE, code, of)));
    }
  }
}
