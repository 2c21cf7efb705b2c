package dev.nacoscapacity.simulator.study.size;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The result of the search.
 *
 * @param clusters that passed, at most one of each kind
 * @param tooSmall the largest cluster of each kind in which none passed
 * @param beyond the run that shows what breaks first above the best cluster's load or, if none
 *     passes, in the largest cluster; empty when it could not be made
 */
record SizeAnswer(
    List<SizedCluster> clusters, List<SmallCluster> tooSmall, Optional<ClusterTrial> beyond) {

  /**
   * The largest cluster of a kind, which is too small.
   *
   * @param alive its live nodes
   * @param breaksAt their approximate capacity in instances; 0 when the heap is full without any
   * @param trial the run that failed, or passed though a third of the capacity is too little; empty
   *     when arithmetic was enough
   */
  record SmallCluster(ClusterSize alive, int breaksAt, Optional<ClusterTrial> trial) {}

  SizeAnswer {
    clusters = List.copyOf(clusters);
    tooSmall = List.copyOf(tooSmall);
  }

  /** The best cluster: the fewest cores in total, then the fewest nodes. */
  static Optional<SizedCluster> best(List<SizedCluster> clusters) {
    return clusters.stream()
        .min(
            Comparator.comparingInt(SizedCluster::totalCores)
                .thenComparingInt(each -> each.size().nodes()));
  }

  Optional<SizedCluster> best() {
    return best(clusters);
  }
}
