package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.reports.record.Traffic;
import dev.nacoscapacity.simulator.run.ClientModel;
import dev.nacoscapacity.simulator.run.Protocol;

/**
 * A traffic profile as its file has it.
 *
 * @param traffic the fleet
 * @param protocol what clients speak, or the shares of those who do; null for the options'
 * @param model what clients over gRPC do; null likewise
 */
record TrafficProfile(Traffic traffic, Protocol protocol, ClientModel model) {}
