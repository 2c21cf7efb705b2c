package dev.nacoscapacity.cluster.embedded.registry;

import java.util.List;

/**
 * The enabled instances of a service as a client that lists them sees them. After Nacos 2.2's
 * {@code ServiceUtil}.
 *
 * @param instances with the health that is shown
 * @param protect whether all are shown as healthy since none is: the protect threshold, 0, is
 *     reached
 */
public record Hosts(List<InstanceState> instances, boolean protect) {

  /**
   * Selects instances.
   *
   * @param service null for one that is unknown
   * @param clusters separated by commas; empty for all
   * @param threshold whether there is a protect threshold
   */
  public static Hosts of(Service service, String clusters, boolean healthyOnly, boolean threshold) {
    List<String> wanted = List.of(clusters.split(","));
    List<InstanceState> enabled =
        service == null
            ? List.of()
            : service.instances().stream()
                .filter(state -> state.spec().enabled())
                .filter(
                    state -> clusters.isEmpty() || wanted.contains(state.spec().key().cluster()))
                .toList();
    boolean protect =
        threshold && !enabled.isEmpty() && enabled.stream().noneMatch(InstanceState::healthy);
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
