package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.verify.NodeRow;
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

  /**
   * Ten beats were answered in a ms each; a gRPC client tried three nodes for so long, in vain, and
   * a push came as late.
   */
  public static Board connecting(long ms) {
    Tally tally = beats(1, 10);
    Call connect = new Call().reset(Operation.CONNECT, 0, 0, 0, 0);
    connect.answered = ms * MS;
    connect.rerouted = 2;
    connect.failure = "timeout";
    tally.completed(connect);
    tally.pushed(ms * MS);
    return new Board("measure", 1, 10, 10, 1, tally, List.of());
  }

  private static Board board(int nodes, int beats, int missing) {
    Tally tally = beats(nodes, beats);
    List<NodeRow> rows =
        IntStream.range(0, nodes)
            .mapToObj(node -> new NodeRow(node, 10, 10, 10, missing, 0, 0, 0, 0, 0, 0))
            .toList();
    return new Board("measure", 1, 10, 10, 1, tally, rows);
  }

  private static Tally beats(int nodes, int beats) {
    Tally tally = new Tally();
    for (int beat = 0; beat < beats; beat++) {
      Call call = new Call().reset(Operation.BEAT, beat, 0, 0, 0);
      call.answered = MS;
      call.server = beat % nodes;
      tally.completed(call);
    }
    return tally;
  }
}
