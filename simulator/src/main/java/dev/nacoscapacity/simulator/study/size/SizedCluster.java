package dev.nacoscapacity.simulator.study.size;

/**
 * A cluster that passed.
 *
 * @param trial the passed run, with dead nodes if required
 * @param cpuWhole utilization of its busiest node while no node is dead, 0 to 1
 * @param breaksAt approximate capacity of its processors and heaps in instances while no node is
 *     dead
 * @param safe instances at which the remaining nodes keep the margin with the grid's number of dead
 *     nodes; 0 when no majority is left
 */
record SizedCluster(ClusterSize size, ClusterTrial trial, double cpuWhole, int breaksAt, int safe) {

  /** Headroom above the requested load, as a share of it. */
  double headroom() {
    return (double) breaksAt / trial.instances() - 1;
  }

  int totalCores() {
    return size.nodes() * size.cores();
  }
}
