package dev.nacoscapacity.simulator.verify;

/** The cells: each service on each node. */
final class ServiceNodeGrid {

  private final int nodes;
  private final ServiceOnNode[] cells;

  ServiceNodeGrid(int services, int nodes, long now) {
    this.nodes = nodes;
    this.cells = new ServiceOnNode[Math.multiplyExact(services, nodes)];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new ServiceOnNode(now);
    }
  }

  int nodes() {
    return nodes;
  }

  int size() {
    return cells.length;
  }

  ServiceOnNode at(int service, int node) {
    return cells[service * nodes + node];
  }

  ServiceOnNode at(int index) {
    return cells[index];
  }

  int serviceOf(int index) {
    return index / nodes;
  }

  int nodeOf(int index) {
    return index % nodes;
  }
}
