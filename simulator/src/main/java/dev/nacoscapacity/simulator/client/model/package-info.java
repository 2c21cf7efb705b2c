/**
 * Connections to a cluster that exists in virtual time only: what stands in for the network below
 * the drivers. A run takes {@link dev.nacoscapacity.simulator.client.model.ModelConnections} from
 * it, and needs nothing else here.
 */
package dev.nacoscapacity.simulator.client.model;
