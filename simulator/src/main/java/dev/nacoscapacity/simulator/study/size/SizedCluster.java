package dev.nacoscapacity.simulator.study.size;

/**
 * A cluster that passed.
 *
 * @param trial the run that it passed, with nodes dead if some are to be
 * @param cpuWhole how busy its busiest node is while none is dead, 0 to 1
 * @param breaksAt about how many instances its processors or heaps hold while none is dead
 * @param safe how many instances leave the others the margin when as many are dead as the grid
 *     says; 0 where no majority is left
 */
record SizedCluster(ClusterSize size, SizeTrial trial, double cpuWhole, int breaksAt, int safe) {

  /** How much more than what was asked for, as a share of that. */
  double headroom() {
    return (double) breaksAt / trial.instances() - 1;
  }

  int totalCores() {
    return size.nodes() * size.cores();
  }
}
