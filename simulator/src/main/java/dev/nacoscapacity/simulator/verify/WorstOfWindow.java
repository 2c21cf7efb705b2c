package dev.nacoscapacity.simulator.verify;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the extremes of each node's rows, and of all, since it was opened. What is found once it is
 * over still counts, but not what could not be read then.
 */
final class WorstOfWindow {

  private final Worst all = new Worst();
  private final Worst[] nodes;
  private final long[] lostBefore;
  private final long[] lost;
  private int divergentServices;
  private boolean over;

  /**
   * @param lostBefore by node, how many were lost before the window
   */
  WorstOfWindow(long[] lostBefore) {
    this.lostBefore = lostBefore.clone();
    this.lost = new long[lostBefore.length];
    this.nodes = new Worst[lostBefore.length];
    Arrays.setAll(nodes, node -> new Worst());
  }

  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  void fold(List<NodeRow> rows, int divergentServicesNow) {
    for (NodeRow row : rows) {
      all.fold(row, over);
      nodes[row.node()].fold(row, over);
      lost[row.node()] = row.lost() - lostBefore[row.node()];
    }
    divergentServices = Math.max(divergentServices, divergentServicesNow);
  }

  Extremes worst() {
    return all.extremes(Arrays.stream(lost).sum(), divergentServices);
  }

  Map<Integer, Extremes> byNode() {
    Map<Integer, Extremes> byNode = new TreeMap<>();
    for (int node = 0; node < nodes.length; node++) {
      byNode.put(node, nodes[node].extremes(lost[node], nodes[node].divergent));
    }
    return byNode;
  }

  private static final class Worst {

    private int expected;
    private Integer present;
    private Integer healthy;
    private int missing;
    private int unhealthy;
    private int ghost;
    private int divergent;
    private int unknown;

    void fold(NodeRow row, boolean over) {
      expected = Math.max(expected, row.expected());
      if (row.unknown() == 0) {
        present = present == null ? row.present() : Math.min(present, row.present());
        healthy = healthy == null ? row.healthy() : Math.min(healthy, row.healthy());
      }
      missing = Math.max(missing, row.missing());
      unhealthy = Math.max(unhealthy, row.unhealthy());
      ghost = Math.max(ghost, row.ghost());
      divergent = Math.max(divergent, row.divergent());
      unknown = over ? unknown : Math.max(unknown, row.unknown());
    }

    Extremes extremes(long lost, int divergentServices) {
      return new Extremes(
          expected, present, healthy, missing, unhealthy, lost, ghost, divergentServices, unknown);
    }
  }
}
