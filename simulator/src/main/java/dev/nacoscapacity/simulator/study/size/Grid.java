package dev.nacoscapacity.simulator.study.size;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The clusters to choose from.
 *
 * @param nodes numbers of nodes, ascending, each with a majority left when {@code survive} are dead
 * @param cores of a node, ascending
 * @param growsByNodes whether the node is given and their number asked for; else each number of
 *     nodes gets the smallest node
 * @param heaps of a node in megabytes, ascending
 * @param speed of a core
 * @param survive with how many nodes dead the cluster must still pass
 */
record Grid(
    List<Integer> nodes,
    List<Integer> cores,
    boolean growsByNodes,
    List<Long> heaps,
    double speed,
    int survive) {

  /** Machines that can be bought. */
  static final List<Integer> CORES = List.of(1, 2, 4, 8, 16, 32);

  static final List<Long> HEAPS = List.of(1024L, 2048L, 4096L, 8192L, 16_384L);

  Grid {
    nodes = List.copyOf(nodes);
    cores = List.copyOf(cores);
    heaps = List.copyOf(heaps);
  }

  /** A cluster to try; the heap follows from what has to live in it. */
  record Candidate(int nodes, int cores) {}

  /** Of each of these rows the first that passes is wanted. */
  List<List<Candidate>> rows() {
    if (growsByNodes) {
      return List.of(nodes.stream().map(each -> new Candidate(each, cores.get(0))).toList());
    }
    return nodes.stream()
        .map(each -> cores.stream().map(kind -> new Candidate(each, kind)).toList())
        .toList();
  }

  /**
   * How many dead nodes the safe load is about: the table shows the load that is safe with one dead
   * even where none has to be survived.
   */
  int dead() {
    return Math.max(1, survive);
  }

  /** Numbers of nodes whose work has to be known. */
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
