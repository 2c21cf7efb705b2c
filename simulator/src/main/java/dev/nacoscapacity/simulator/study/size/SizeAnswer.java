package dev.nacoscapacity.simulator.study.size;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the search found.
 *
 * @param clusters that passed, one a kind at most
 * @param tooSmall of each kind without one the largest
 * @param beyond the run that shows what breaks first beyond the best, or, where none passes, what
 *     breaks the largest
 * @param band how far off the best's prediction may be; empty where there is no best
 */
record SizeAnswer(
    List<SizedCluster> clusters,
    List<TooSmall> tooSmall,
    SizeTrial beyond,
    Optional<ErrorBand> band) {

  /**
   * The largest cluster of a kind, and too small.
   *
   * @param alive its nodes but the dead
   * @param cpu how busy they would be: above 1 they cannot be, and infinite with a full heap
   * @param trial the run that it failed, or passed without the margin; null where arithmetic was
   *     enough
   */
  record TooSmall(ClusterSize alive, double cpu, SizeTrial trial) {}

  SizeAnswer {
    clusters = List.copyOf(clusters);
    tooSmall = List.copyOf(tooSmall);
  }

  /** The fewest cores in all, and of those the fewest nodes. */
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
