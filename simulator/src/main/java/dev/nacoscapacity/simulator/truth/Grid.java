package dev.nacoscapacity.simulator.truth;

/** The cells: each service on each node. */
final class Grid {

  private final int nodes;
  private final Cell[] cells;

  Grid(int services, int nodes, long now) {
    this.nodes = nodes;
    this.cells = new Cell[Math.multiplyExact(services, nodes)];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Cell(now);
    }
  }

  int nodes() {
    return nodes;
  }

  int size() {
    return cells.length;
  }

  Cell at(int service, int node) {
    return cells[service * nodes + node];
  }

  Cell at(int index) {
    return cells[index];
  }

  int serviceOf(int index) {
    return index / nodes;
  }

  int nodeOf(int index) {
    return index % nodes;
  }
}
