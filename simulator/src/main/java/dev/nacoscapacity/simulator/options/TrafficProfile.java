package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.Traffic;
import java.util.List;
import java.util.Optional;

/**
 * A traffic profile, as read from its file.
 *
 * @param traffic the fleet
 * @param protocol of the clients, or the shares of two protocols; empty for that of the options
 * @param model client model over gRPC; empty for that of the options
 * @param thresholds bounds of the verdict in place of the usual ones
 */
record TrafficProfile(
    Traffic traffic,
    Optional<Protocol> protocol,
    Optional<ClientModel> model,
    List<Threshold> thresholds) {

  TrafficProfile {
    thresholds = List.copyOf(thresholds);
  }
}
