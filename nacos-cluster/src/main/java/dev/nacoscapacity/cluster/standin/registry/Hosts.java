package dev.nacoscapacity.cluster.standin.registry;

import java.util.List;

/**
 * The enabled instances of a service as a client that lists them sees them.
 *
 * @param instances with the health that is shown
 * @param protect whether all are shown as healthy since none is: the protect threshold, 0, is
 *     reached
 */
public record Hosts(List<InstanceState> instances, boolean protect) {

  /** Among which instances one must be healthy, or the protect threshold is reached. */
  public enum Threshold {
    /** There is no threshold. */
    NONE,
    /** Also disabled ones, as in Nacos 1.4.1's {@code InstanceController}. */
    ALL,
    /** As in Nacos 2.2's {@code ServiceUtil}. */
    ENABLED;

    /** Whether all hosts are shown as healthy, given how many count and are healthy. */
    public boolean reached(int counted, int healthy) {
      return this != NONE && counted > 0 && healthy == 0;
    }
  }

  /**
   * Selects instances.
   *
   * @param service null for one that is unknown
   * @param clusters separated by commas; empty for all
   */
  public static Hosts of(
      Service service, String clusters, boolean healthyOnly, Threshold threshold) {
    List<String> clusterNames = List.of(clusters.split(","));
    List<InstanceState> all =
        service == null
            ? List.of()
            : service.instances().stream()
                .filter(
                    state ->
                        clusters.isEmpty() || clusterNames.contains(state.spec().key().cluster()))
                .toList();
    List<InstanceState> enabled = all.stream().filter(state -> state.spec().enabled()).toList();
    List<InstanceState> counted = threshold == Threshold.ALL ? all : enabled;
    // The share is compared with zero, so one healthy instance says as much as all.
    int healthy = counted.stream().anyMatch(InstanceState::healthy) ? 1 : 0;
    boolean protect = threshold.reached(counted.size(), healthy);
    return new Hosts(
        enabled.stream()
            .filter(state -> protect || state.healthy() || !healthyOnly)
            .map(
                state ->
                    new InstanceState(state.spec(), state.lastBeat(), protect || state.healthy()))
            .toList(),
        protect);
  }
}
