/**
 * Connections to a cluster that exists in virtual time only: what stands in for the network below
 * the drivers. A run takes {@link dev.nacoscapacity.simulator.client.model.ModelConnections} and
 * {@link dev.nacoscapacity.simulator.client.model.ModelGrpcLinks} from it, and needs nothing else
 * here but what both know of the fleet.
 */
package dev.nacoscapacity.simulator.client.model;
