package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.Traffic;

/**
 * A traffic profile, as read from its file.
 *
 * @param traffic the fleet
 * @param protocol of the clients, or the shares of two protocols; null to use the option
 * @param model client model over gRPC; null to use the option
 */
record TrafficProfile(Traffic traffic, Protocol protocol, ClientModel model) {}
