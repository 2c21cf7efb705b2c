package dev.nacoscapacity.simulator.observe.console;

import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Some seconds of a run together, so that what goes wrong in one of them is still seen later:
 * counts are added up, and of the nodes' cells the worst is kept.
 */
final class Sums {

  private static final int DIGITS = 3;

  /** One operation's calls. */
  static final class Calls {
    private long ok;
    private long failed;
    private long missed;
    private final Histogram latency = new Histogram(DIGITS);

    private void add(Tally.Counts counts) {
      ok += counts.ok();
      failed += counts.failedTotal();
      missed += counts.missed();
      latency.add(counts.latency());
    }

    long ok() {
      return ok;
    }

    long failed() {
      return failed;
    }

    long missed() {
      return missed;
    }

    /** In microseconds. */
    Histogram latency() {
      return latency;
    }
  }

  /** Instances of the worst node at its worst moment; services where divergent. */
  record Worst(long missing, long unhealthy, long ghost, long divergent, long unknown, long lost) {

    static final Worst NONE = new Worst(0, 0, 0, 0, 0, 0);

    private Worst and(NodeRow row) {
      return new Worst(
          Math.max(missing, row.missing()),
          Math.max(unhealthy, row.unhealthy()),
          Math.max(ghost, row.ghost()),
          Math.max(divergent, row.divergent()),
          Math.max(unknown, row.unknown()),
          Math.max(lost, row.lost()));
    }

    static Worst of(Board board) {
      Worst worst = NONE;
      for (NodeRow row : board.registry()) {
        worst = worst.and(row);
      }
      return worst;
    }
  }

  private final Map<Operation, Calls> calls = new EnumMap<>(Operation.class);
  private final Histogram lag = new Histogram(DIGITS);
  private Worst worst = Worst.NONE;
  private int seconds;

  void add(Board board) {
    seconds++;
    for (Operation operation : Operation.values()) {
      Tally.Counts counts = board.second().of(operation);
      if (counts.required() + counts.ok() + counts.failedTotal() + counts.missed() > 0) {
        calls.computeIfAbsent(operation, o -> new Calls()).add(counts);
      }
    }
    lag.add(board.second().lag());
    for (NodeRow row : board.registry()) {
      worst = worst.and(row);
    }
  }

  /** By operation; those that made no call are not there. */
  Map<Operation, Calls> calls() {
    return calls;
  }

  /** Of all operations. */
  long total(ToLongFunction<Calls> count) {
    return calls.values().stream().mapToLong(count).sum();
  }

  /** In microseconds. */
  Histogram lag() {
    return lag;
  }

  Worst worst() {
    return worst;
  }

  int seconds() {
    return seconds;
  }
}
