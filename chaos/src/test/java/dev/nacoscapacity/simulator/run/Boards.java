package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.truth.NodeRow;
import dev.nacoscapacity.simulator.wire.Call;
import dev.nacoscapacity.simulator.wire.Operation;
import java.util.List;
import java.util.stream.IntStream;

/** Seconds of a fleet of ten instances that a test makes up. */
public final class Boards {

  private static final long MS = 1_000_000;

  private Boards() {}

  /** Every beat was answered in a ms, and each node shows the fleet whole. */
  public static Board well(int nodes) {
    return board(nodes, 10, 0);
  }

  /** No call was answered. */
  public static Board silent(int nodes) {
    return board(nodes, 0, 0);
  }

  /** So many clients of an operation go without service, one of them for so long. */
  public static Board unserved(Operation operation, int clients, long longestMs) {
    Tally tally = new Tally();
    tally.unserved(operation, clients, longestMs);
    return new Board("measure", 1, 10, 10, 1, tally, List.of());
  }

  private static Board board(int nodes, int beats, int missing) {
    Tally tally = new Tally();
    for (int beat = 0; beat < beats; beat++) {
      Call call = new Call().reset(Operation.BEAT, beat, 0, 0, 0);
      call.answered = MS;
      call.server = beat % nodes;
      tally.completed(call);
    }
    List<NodeRow> rows =
        IntStream.range(0, nodes)
            .mapToObj(node -> new NodeRow(node, 10, 10, 10, missing, 0, 0, 0, 0, 0, 0))
            .toList();
    return new Board("measure", 1, 10, 10, 1, tally, rows);
  }
}
