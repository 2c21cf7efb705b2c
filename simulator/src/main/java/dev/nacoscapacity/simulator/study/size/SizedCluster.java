package dev.nacoscapacity.simulator.study.size;

/**
 * A cluster that passed.
 *
 * @param trial the passed run, with dead nodes if required
 * @param cpuWhole utilization of its busiest node while no node is dead, 0 to 1
 * @param breaksAt approximate capacity of its processors and heaps in instances while no node is
 *     dead
 * @param safe instances to plan with when the grid's number of nodes may die; 0 when no majority is
 *     left
 */
record SizedCluster(ClusterSize size, ClusterTrial trial, double cpuWhole, int breaksAt, int safe) {

  /** Instances to plan with while no node is dead. */
  int planned() {
    return SizeSearch.planned(breaksAt);
  }

  int totalCores() {
    return size.nodes() * size.cores();
  }
}
