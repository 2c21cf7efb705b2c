package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.record.Server;
import dev.nacoscapacity.reports.record.ServerRow;
import dev.nacoscapacity.reports.text.Arguments;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What of the nodes was used up in a run, in the order in which it was: what is full at the end may
 * only be full because something else was before. A node whose threads are all taken leaves its
 * processors idle, and so looks otherwise in the measurement window than when it broke.
 */
final class SaturationOrder {

  private static final double FULL = 0.95;

  /** A second with all in use is no sign of anything. */
  private static final double LASTING_SECONDS = 3;

  private record Found(double second, Reason reason) {}

  private final Map<String, Server> servers;
  private final int threads;

  /** Since when all threads of a node are taken. */
  private final Map<String, Double> threadsTakenSince = new HashMap<>();

  private final Set<String> reported = new HashSet<>();
  private final List<Found> found = new ArrayList<>();

  private SaturationOrder(Map<String, Server> servers, int threads) {
    this.servers = servers;
    this.threads = threads;
  }

  /**
   * What was used up first comes first; one sentence that says so where nothing was used up.
   *
   * @param threads that a node has for requests
   */
  static List<Reason> of(RunFolder folder, int threads) {
    return of(folder.run().servers(), folder.serverRows(), threads);
  }

  static List<Reason> of(Map<String, Server> servers, List<ServerRow> rows, int threads) {
    SaturationOrder order = new SaturationOrder(servers, threads);
    Map<String, ServerRow> windowStart = new HashMap<>();
    for (ServerRow row : rows) {
      order.look(row, windowStart);
    }
    order.found.sort(Comparator.comparingDouble(Found::second));
    return order.found.isEmpty()
        ? List.of(Reason.of(Severity.CAUSE, "nothingFull", with("threads", threads)))
        : order.found.stream().map(Found::reason).toList();
  }

  /**
   * @param windowStart of each node the row from which on its processors are looked at
   */
  private void look(ServerRow row, Map<String, ServerRow> windowStart) {
    ServerRow before = windowStart.putIfAbsent(row.node(), row);
    Integer cores = servers.containsKey(row.node()) ? servers.get(row.node()).cores() : null;
    if (before != null
        && row.seconds() - before.seconds() >= LASTING_SECONDS
        && row.userCpuSeconds() != null) {
      double used =
          (row.userCpuSeconds() - before.userCpuSeconds()) / (row.seconds() - before.seconds());
      windowStart.put(row.node(), row);
      if (cores != null && used >= FULL * cores) {
        add(
            "processorsFull",
            before.seconds(),
            with("node", row.node())
                .and("share", Math.min(100, 100 * used / cores))
                .and("cores", cores)
                .and("second", before.seconds()));
      }
    }
    if (row.heapUsedBytes() != null
        && row.heapMaxBytes() != null
        && row.heapUsedBytes() >= FULL * row.heapMaxBytes()) {
      add(
          "heapFull",
          row.seconds(),
          with("node", row.node())
              .and("megabytes", row.heapMaxBytes() >> 20)
              .and("second", row.seconds()));
    }
    if (row.threads() == null || row.threads() < threads) {
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

  /** Only the first node of each kind. */
  private void add(String code, double second, Arguments of) {
    if (reported.add(code)) {
      found.add(new Found(second, Reason.of(Severity.CAUSE, code, of)));
    }
  }
}
