package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.reports.record.IntervalRow;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tally;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/**
 * One second of a run, as its record has it.
 *
 * @param at its end, in seconds since the run began
 * @param calls of clients that ended; pushes are none, since nobody asks for them
 * @param failed of them, for good
 * @param rerouted attempts that failed and were made again on another node
 * @param unserved clients whose beats or lists go without service at its end: of the operation that
 *     has most of them
 * @param longestUnservedMs for how long one had been
 * @param latency of the calls that are answered at once (beats and lists), in microseconds
 * @param rates calls of the kinds that come in storms, by operation
 * @param registry what each node showed
 * @param served calls that each node answered
 */
public record Second(
    double at,
    long calls,
    long failed,
    long rerouted,
    long unserved,
    long longestUnservedMs,
    AbstractHistogram latency,
    Map<String, Long> rates,
    Map<String, NodeRow> registry,
    Map<String, Long> served) {

  /**
   * Connecting and subscribing are asked for over gRPC only, where a client without a connection
   * makes no other call: that it has none shows nowhere else.
   */
  private static final Set<Operation> OF_CLIENTS =
      EnumSet.of(
          Operation.BEAT,
          Operation.LIST,
          Operation.LISTEN,
          Operation.CONNECT,
          Operation.REGISTER,
          Operation.SUBSCRIBE,
          Operation.LOGIN);

  /** The others are held by the server on purpose, or made only now and then. */
  private static final Set<Operation> AT_ONCE = EnumSet.of(Operation.BEAT, Operation.LIST);

  private static final int DIGITS = 3;

  /**
   * Takes a second from the board.
   *
   * @param nodes names, by the numbers on the board
   */
  public static Second of(double at, Board board, List<String> nodes) {
    Tally tally = board.second();
    long calls = 0;
    long failed = 0;
    long rerouted = 0;
    long unserved = 0;
    long longest = 0;
    PackedHistogram latency = new PackedHistogram(DIGITS);
    for (Operation operation : OF_CLIENTS) {
      Tally.Counts counts = tally.of(operation);
      calls += counts.ok() + counts.failedTotal();
      failed += counts.failedTotal();
      rerouted += counts.rerouted();
      if (AT_ONCE.contains(operation)) {
        latency.add(counts.latency());
        // That a long poll reached a live node shows only when it is answered, half a minute later.
        unserved = Math.max(unserved, counts.unserved());
        longest = Math.max(longest, counts.longestUnservedMs());
      }
    }
    Map<String, NodeRow> registry = new LinkedHashMap<>();
    board.registry().forEach(row -> registry.put(nodes.get(row.node()), row));
    Map<String, Long> served = new LinkedHashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      served.put(nodes.get(node), tally.okBy(node));
    }
    return new Second(
        at, calls, failed, rerouted, unserved, longest, latency, rates(tally), registry, served);
  }

  private static Map<String, Long> rates(Tally tally) {
    Map<String, Long> rates = new LinkedHashMap<>();
    rates.put(Operation.REGISTER.label(), tally.of(Operation.REGISTER).started());
    rates.put(IntervalRow.CONNECT, tally.connected());
    rates.put(Operation.LOGIN.label(), tally.of(Operation.LOGIN).started());
    return rates;
  }
}
