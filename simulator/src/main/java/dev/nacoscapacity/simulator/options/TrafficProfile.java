package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.Traffic;
import java.util.Optional;

/**
 * A traffic profile, as read from its file.
 *
 * @param traffic the fleet
 * @param protocol of the clients, or the shares of two protocols; empty for that of the options
 * @param model client model over gRPC; empty for that of the options
 */
record TrafficProfile(Traffic traffic, Optional<Protocol> protocol, Optional<ClientModel> model) {}
