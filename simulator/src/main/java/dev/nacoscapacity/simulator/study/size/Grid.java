package dev.nacoscapacity.simulator.study.size;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The clusters to choose from.
 *
 * @param nodes numbers of nodes, ascending, each with a majority left when {@code survive} are dead
 * @param cores of a node, ascending
 * @param growsByNodes whether the node is given and the number of nodes is searched; otherwise the
 *     smallest node is searched for each number of nodes
 * @param heaps of a node in megabytes, ascending
 * @param speed of a core
 * @param survive number of dead nodes with which the cluster must still pass
 */
record Grid(
    List<Integer> nodes,
    List<Integer> cores,
    boolean growsByNodes,
    List<Long> heaps,
    double speed,
    int survive) {

  /** Common machine sizes. */
  static final List<Integer> CORES = List.of(1, 2, 4, 8, 16, 32);

  static final List<Long> HEAPS = List.of(1024L, 2048L, 4096L, 8192L, 16_384L);

  Grid {
    nodes = List.copyOf(nodes);
    cores = List.copyOf(cores);
    heaps = List.copyOf(heaps);
  }

  /** A cluster to try; its heap follows from the live data. */
  record Candidate(int nodes, int cores) {}

  /** The candidates in rows; the search needs the first passing one of each row. */
  List<List<Candidate>> rows() {
    if (growsByNodes) {
      return List.of(nodes.stream().map(each -> new Candidate(each, cores.get(0))).toList());
    }
    return nodes.stream()
        .map(each -> cores.stream().map(kind -> new Candidate(each, kind)).toList())
        .toList();
  }

  /**
   * Number of dead nodes for the safe load: the table shows the safe load with one dead node even
   * if no failure must be survived.
   */
  int dead() {
    return Math.max(1, survive);
  }

  /** The numbers of nodes whose work must be counted. */
  List<Integer> counted() {
    return nodes.stream()
        .flatMapToInt(each -> IntStream.of(each, each - dead()))
        .filter(each -> each >= 1)
        .distinct()
        .sorted()
        .boxed()
        .toList();
  }
}
